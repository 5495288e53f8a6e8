export { auditOperations } from "./operations.ts";
export { auditJobs } from "./tasks.ts";
export { changesBetween, type Change } from "./change.ts";
export { eraseActor, eraseTarget } from "./erase-from-audit.ts";
export { conflictAbout, latestChange } from "./latest-change.ts";
export { recordedRemovals } from "./recorded-removals.ts";
export { recordChange, recordChanges, type AuditTarget, type RecordedChange } from "./record-change.ts";
