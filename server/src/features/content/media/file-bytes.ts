import type { MediaOptions } from "../../../deps.ts";
import { readMediaSettings } from "./keep-file.ts";
import type { Sql } from "../../../ports/database.ts";

/** The bytes of all files in the media libraries of this server, as the quotas count them: without variants. */
export async function readFileBytes(sql: Sql): Promise<number> {
  const [total] = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes from asset_totals`;
  return total?.bytes ?? 0;
}

/** What the files of a site have, and may have. */
export async function readFileUsage(
  sql: Sql,
  media: Pick<MediaOptions, "quotaMb">,
  siteId: string,
): Promise<{ bytes: number; quotaBytes: number }> {
  const [total] = await sql<{ bytes: number }>`select bytes::float8 as bytes from asset_totals where site_id = ${siteId}`;
  const { quotaBytes } = await readMediaSettings(sql, media, siteId);
  return { bytes: total?.bytes ?? 0, quotaBytes };
}
