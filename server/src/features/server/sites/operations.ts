import { createApiKey } from "./admin/create-api-key.ts";
import { deleteSite } from "./admin/delete-site.ts";
import { getApiKey } from "./admin/get-api-key.ts";
import { getSite } from "./admin/get-site.ts";
import { listApiKeys } from "./admin/list-api-keys.ts";
import { listServerSites } from "./admin/list-server-sites.ts";
import { restoreSite } from "./admin/restore-site.ts";
import { resumeSite } from "./admin/resume-site.ts";
import { revokeApiKey } from "./admin/revoke-api-key.ts";
import { suspendSite } from "./admin/suspend-site.ts";
import { updateServerSite } from "./admin/update-server-site.ts";

export const sitesOperations = [
  getSite,
  deleteSite,
  restoreSite,
  listApiKeys,
  createApiKey,
  getApiKey,
  revokeApiKey,
  listServerSites,
  suspendSite,
  resumeSite,
  updateServerSite,
];
