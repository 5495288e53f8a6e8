import type { TestServer } from "./harness.ts";

/** Adds a saved view without a request: of a member, or of the site. */
export async function insertView(
  { deps: { sql, ids, clock } }: Pick<TestServer, "deps">,
  { id: siteId }: { id: string },
  {
    id = ids.next(),
    adminId = null,
    name = "Unpaid",
    query = "view=unpaid",
  }: { id?: string; adminId?: string | null; name?: string; query?: string } = {},
): Promise<string> {
  await sql`
    insert into saved_views (site_id, id, admin_id, list, name, query, created_at, updated_at)
    values (${siteId}, ${id}, ${adminId}, 'orders', ${name}, ${query}, ${clock.now()}, ${clock.now()})`;
  return id;
}

/** Removes a site's views: many requests of a matrix go to one site, which has a limit. */
export async function removeViews({ deps }: Pick<TestServer, "deps">, siteId: string): Promise<void> {
  await deps.sql`delete from saved_views where site_id = ${siteId}`;
}
