import { keyCreate } from "./cli/key-create.ts";
import { keyList } from "./cli/key-list.ts";
import { keyRevoke } from "./cli/key-revoke.ts";
import { siteList } from "./cli/site-list.ts";

export const sitesCommands = [siteList, keyCreate, keyList, keyRevoke];
