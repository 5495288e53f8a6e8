export { ReleasePreviews } from "./release-previews.ts";
export { releasesOperations } from "./operations.ts";
export { releasesJobs } from "./tasks.ts";
