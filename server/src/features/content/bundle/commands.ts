import { siteCreate } from "./cli/site-create.ts";
import { siteExport } from "./cli/site-export.ts";
import { siteImport } from "./cli/site-import.ts";
import { siteReferences } from "./cli/site-references.ts";
import { types } from "./cli/types.ts";

export const bundleCommands = [siteCreate, siteImport, siteExport, siteReferences, types];
