import { getServer } from "./admin/get-server.ts";
import { getHealth } from "./get-health.ts";
import { getReadiness } from "./get-readiness.ts";

export const operatingOperations = [getHealth, getReadiness];
/** Of the admin API, wherever that is. */
export const serverOperations = [getServer];
