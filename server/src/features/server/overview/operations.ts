import { getOverview } from "./admin/get-overview.ts";

export const overviewOperations = [getOverview];
