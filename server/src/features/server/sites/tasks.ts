import { measureSites } from "./tasks/measure-sites.ts";
import { removeDeletedSites } from "./tasks/remove-deleted-sites.ts";

export const sitesJobs = [removeDeletedSites, measureSites];
