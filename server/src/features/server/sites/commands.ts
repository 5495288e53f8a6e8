import { keyCreate } from "./cli/key-create.ts";
import { keyList } from "./cli/key-list.ts";
import { keyRevoke } from "./cli/key-revoke.ts";
import { siteList } from "./cli/site-list.ts";
import { siteQuota } from "./cli/site-quota.ts";

export const sitesCommands = [siteList, siteQuota, keyCreate, keyList, keyRevoke];
