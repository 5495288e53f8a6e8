import type { Sql } from "../../ports/database.ts";

/** The bytes of all files in the media libraries of this server, as the quotas count them: without variants. */
export async function readFileBytes(sql: Sql): Promise<number> {
  const [total] = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes from asset_totals`;
  return total?.bytes ?? 0;
}
