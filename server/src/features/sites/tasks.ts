import { removeDeletedSites } from "./tasks/remove-deleted-sites.ts";

export const sitesJobs = [removeDeletedSites];
