import type { Sql } from "../../ports/database.ts";
import { statement, type SqlPiece } from "../sql/sql-statement.ts";

/** Rows that one statement deletes, unless they are large: it has two seconds. */
export const deletedAtOnce = 10_000;

/** Deletes until nothing is left. `remove` deletes at most `atOnce` rows and resolves with their number. */
export async function deleteInBatches(remove: () => Promise<unknown[]>, atOnce: number = deletedAtOnce): Promise<void> {
  while ((await remove()).length === atOnce);
}

/**
 * The same for the tables of sites, one site after the other: no statement deletes from two sites, so that the tables may be
 * distributed by site. `due` is the `from` clause of the rows to delete, which it calls `old`, with their sites.
 */
export async function deleteSiteBySite(
  sql: Sql,
  due: SqlPiece,
  remove: (siteId: string) => Promise<unknown[]>,
  atOnce: number = deletedAtOnce,
): Promise<void> {
  for (;;) {
    const sites = await sql<{ siteId: string }>(
      ...statement`select distinct due.site_id as "siteId" from (select old.site_id ${due} limit ${deletedAtOnce}) as due`,
    );
    let deleted = 0;
    for (const { siteId } of sites) {
      await deleteInBatches(async () => {
        const removed = await remove(siteId);
        deleted += removed.length;
        return removed;
      }, atOnce);
    }
    if (deleted === 0) return;
  }
}
