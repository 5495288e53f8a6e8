import type { Sql } from "../../../ports/database.ts";

/** The names of admins by their ids, without those whose accounts are gone. */
export async function readNames(sql: Sql, adminIds: readonly string[]): Promise<Map<string, string>> {
  const distinct = [...new Set(adminIds)];
  if (distinct.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }>`select id, name from admins where id = any (${distinct}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
