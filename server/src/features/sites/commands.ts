import { keyCreate } from "./cli/key-create.ts";
import { keyList } from "./cli/key-list.ts";
import { keyRevoke } from "./cli/key-revoke.ts";
import { siteCreate } from "./cli/site-create.ts";
import { siteList } from "./cli/site-list.ts";

export const sitesCommands = [siteList, siteCreate, keyCreate, keyList, keyRevoke];
