import { exportSite } from "./admin/export-site.ts";
import { getPlugin } from "./admin/get-plugin.ts";
import { importSite } from "./admin/import-site.ts";
import { listReferences } from "./admin/list-references.ts";
import { putPlugin } from "./admin/put-plugin.ts";
import { updateSite } from "./admin/update-site.ts";

export const bundleOperations = [updateSite, getPlugin, putPlugin, exportSite, importSite, listReferences];
