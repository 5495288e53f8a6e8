import type { Sql } from "../../../ports/database.ts";

/** Deletes the site's saved views whose search has the e-mail address of an erased person. */
export async function eraseFromViews(tx: Sql, siteId: string, email: string): Promise<void> {
  const encoded = new URLSearchParams({ q: email.toLowerCase() }).toString().slice("q=".length);
  await tx`delete from saved_views where site_id = ${siteId} and position(lower(${encoded}::text) in lower(query)) > 0`;
}
