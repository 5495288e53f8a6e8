export { changesBetween, type Change } from "./change.ts";
export { conflictAbout, latestChange, type LatestChange } from "./latest-change.ts";
export { recordChange, type AuditTarget, type RecordedChange } from "./record-change.ts";
