import type { Sql } from "../../server/src/ports/database.ts";

/** Raises the version of the site's content, as every change of a site does, without a word about what changed. */
export async function raiseContent(sql: Sql, siteId: string): Promise<void> {
  await sql`update site_versions set content_version = content_version + 1048576 where site_id = ${siteId}`;
}
