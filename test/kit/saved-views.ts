import type { TestServer } from "./harness.ts";

/** Removes a site's views: many requests of a matrix go to one site, which has a limit. */
export async function removeViews({ deps }: Pick<TestServer, "deps">, siteId: string): Promise<void> {
  await deps.sql`delete from saved_views where site_id = ${siteId}`;
}
