import type { Sql } from "../../ports/database.ts";

// The row of `site_versions`, not that of `sites`: on Citus a lock on a table that all sites share would make every site wait.

/** Locks the site against other changes of it until the transaction ends. Resolves with whether it exists. */
export async function lockSite(tx: Sql, siteId: string): Promise<boolean> {
  return (await tx`select site_id from site_versions where site_id = ${siteId} for no key update`).length > 0;
}

/** The same, unless another transaction has locked it. Resolves with whether it is locked now. */
export async function tryLockSite(tx: Sql, siteId: string): Promise<boolean> {
  return (await tx`select site_id from site_versions where site_id = ${siteId} for no key update skip locked`).length > 0;
}

/** The same as `lockSite`, and against orders that are being placed: they come first, and the next one sees the change. */
export async function lockSiteAlone(tx: Sql, siteId: string): Promise<boolean> {
  return (await tx`select site_id from site_versions where site_id = ${siteId} for update`).length > 0;
}

/** Locks the site against `lockSiteAlone` only: any number of orders are placed at once. */
export async function lockSiteForOrder(tx: Sql, siteId: string): Promise<void> {
  await tx`select site_id from site_versions where site_id = ${siteId} for key share`;
}

/** Locks the site with the slug, as `lockSite` does. Resolves with its id, or null. */
export async function lockSiteWithSlug(tx: Sql, slug: string): Promise<string | null> {
  const [site] = await tx<{ id: string }>`select id from sites where slug = ${slug}`;
  return site && (await lockSite(tx, site.id)) ? site.id : null;
}
