import { publishReleases } from "./tasks/publish-releases.ts";

export const releasesJobs = [publishReleases];
