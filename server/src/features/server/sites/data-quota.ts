import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";

export const siteFull = problem("site_full", 507, "The site's database quota is used up", {
  quotaBytes: { type: "integer" },
  usedBytes: { type: "integer" },
});

export interface DataUsage {
  /** As they were measured last. */
  bytes: number;
  quotaBytes: number;
}

/** What a site stores in the database, and may: what an operator allows it, else what the server allows each site. */
export async function readDataUsage(sql: Sql, dataQuotaMb: number, siteId: string): Promise<DataUsage> {
  const [usage] = await sql<{ bytes: number; quotaMb: number | null }>`
    select
      coalesce((select site_usage.bytes from site_usage where site_usage.site_id = ${siteId}), 0)::float8 as bytes,
      sites.data_quota_mb as "quotaMb"
    from sites
    where sites.id = ${siteId}`;
  return { bytes: usage?.bytes ?? 0, quotaBytes: (usage?.quotaMb ?? dataQuotaMb) * 2 ** 20 };
}

/** Throws `site_full` where the site stores as much as it may. */
export async function demandRoom(sql: Sql, dataQuotaMb: number, siteId: string): Promise<void> {
  const { bytes, quotaBytes } = await readDataUsage(sql, dataQuotaMb, siteId);
  if (bytes < quotaBytes) return;
  const detail = `Its quota is ${Math.floor(quotaBytes / 2 ** 20)} MB. Delete content or submissions, or ask an operator of the server for more space.`;
  throw new ProblemError(siteFull, { detail, members: { quotaBytes, usedBytes: bytes } });
}
