import type { Saving } from "../../lib/published/saving.ts";
import { emptyTally, type Tally } from "../../lib/observing/tally.ts";
import type { Sql } from "../../ports/database.ts";
import { changeSite, siteInputOf } from "../sites/index.ts";
import { BundleError } from "./bundle-error.ts";
import { openSite } from "./open-site.ts";
import type { Bundle } from "./schema.ts";

/** Creates the site, or changes the members that the bundle names; the others stay. Throws BundleError for a site that was deleted. */
export async function saveSite(tx: Sql, saving: Saving, { site }: Bundle, id?: string): Promise<{ id: string; tally: Tally }> {
  const input = siteInputOf(site.slug, site);
  const createdId = await openSite(tx, saving, input, id);
  if (createdId) return { id: createdId, tally: { ...emptyTally(), created: 1 } };
  const changed = await changeSite(tx, saving, input, {
    storefrontUrl: site.storefrontUrl === undefined,
    allowedOrigins: site.allowedOrigins === undefined,
    settings: site.settings === undefined,
  });
  if (!changed)
    throw new BundleError([{ path: "/site/slug", code: "deleted", message: "is that of a site that was deleted: restore it first" }]);
  return { id: changed.id, tally: { ...emptyTally(), [changed.isChanged ? "updated" : "unchanged"]: 1 } };
}
