import { readStockVersions } from "../../../lib/published/site-changes.ts";
import { isOlder, unknownStock, type SiteVersions } from "../../../lib/site.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Sql } from "../../../ports/database.ts";
import type { SiteRow } from "./read-key.ts";
import type { ShownVersions } from "./shown-versions.ts";

/**
 * The row with the version of the stock, and the start of its read in monotonic time. It is read once more if it is older than what was
 * shown before: a site must not go back. If it is still older, it comes from a promoted copy of the database, and is true from now on.
 */
export async function readCurrent<Row extends SiteRow>(
  { sql, clock, shownVersions, hasStock }: { sql: Sql; clock: Clock; shownVersions: ShownVersions; hasStock(siteId: string): boolean },
  read: () => Promise<Row | undefined>,
): Promise<{ row: Row & SiteVersions; beganAtMs: number } | undefined> {
  const readAll = async (): Promise<(Row & SiteVersions) | undefined> => {
    const row = await read();
    if (!row) return undefined;
    const stockVersion = hasStock(row.id) ? ((await readStockVersions(sql, [row.id])).get(row.id) ?? 0) : unknownStock;
    return { ...row, stockVersion };
  };
  let beganAtMs = clock.monotonicMs();
  let row = await readAll();
  const before = row && shownVersions.of(row.id);
  if (row && isOlder(row, before)) {
    beganAtMs = clock.monotonicMs();
    row = await readAll();
    // Versions that were shown after this read began prove nothing: a shop sells all the time.
    if (row && isOlder(row, before)) shownVersions.forget(row.id);
  }
  return row && { row, beganAtMs };
}
