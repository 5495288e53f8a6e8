import { siteExport } from "./cli/site-export.ts";
import { siteImport } from "./cli/site-import.ts";

export const bundleCommands = [siteImport, siteExport];
