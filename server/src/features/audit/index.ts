export { auditOperations } from "./operations.ts";
export { auditJobs } from "./tasks.ts";
export { changesBetween } from "./change.ts";
export { eraseActor, eraseTarget } from "./erase-from-audit.ts";
export { conflictAbout, latestChange } from "./latest-change.ts";
export { recordChange } from "./record-change.ts";
