import { savePageType } from "../content/index.ts";
import { createSite, type SiteInput } from "../sites/index.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";

/** Makes a site with the one content type that every site has. Resolves with its id, a new one unless it is given; undefined when the slug is taken. */
export async function openSite(tx: Sql, saving: Saving, input: SiteInput, id?: string): Promise<string | undefined> {
  const siteId = await createSite(tx, saving, input, id);
  if (siteId !== undefined) await savePageType(tx, saving, siteId);
  return siteId;
}
