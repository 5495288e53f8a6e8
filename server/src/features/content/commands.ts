import { siteReferences } from "./cli/site-references.ts";

export const contentCommands = [siteReferences];
