import { getLiveUpdates } from "./get-live-updates.ts";
import { openSite } from "./open-site.ts";

export { getStartPage } from "./get-start-page.ts";

export const localOperations = [getLiveUpdates, openSite];
