import type { Sql } from "../../../ports/database.ts";

/** The sites of this server by slug, without one of them, at most so many. */
export async function listSites(
  sql: Sql,
  without: string | undefined,
  most: number,
): Promise<{ id: string; slug: string; name: string }[]> {
  return sql<{
    id: string;
    slug: string;
    name: string;
  }>`select id, slug, name from sites where slug <> ${without ?? ""} and deleted_at is null order by slug limit ${most}`;
}
