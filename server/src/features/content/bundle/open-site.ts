import { savePageType } from "../types/index.ts";
import { createSite, type SiteInput } from "../../server/sites/index.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

/** Makes a site with the one content type that every site has. Resolves with its id, a new one unless it is given; undefined when the slug is taken. */
export async function openSite(tx: Sql, ctx: WriteContext, input: SiteInput, id?: string): Promise<string | undefined> {
  const siteId = await createSite(tx, ctx, input, id);
  if (siteId !== undefined) await savePageType(tx, ctx, siteId);
  return siteId;
}
