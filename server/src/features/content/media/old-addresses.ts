import type { Deps } from "../../../deps.ts";
import { deletedAtOnce, deleteSiteBySite } from "../../../lib/tasks/in-batches.ts";
import { piece } from "../../../lib/sql/sql-statement.ts";

/** Forgets the addresses that a replacement ended before then. Their files are idle from that time on. */
export async function endOldAddresses({ sql }: Pick<Deps, "sql">, before: Date): Promise<void> {
  await deleteSiteBySite(
    sql,
    piece`from sites join asset_addresses as old on old.site_id = sites.id and old.ended_at < ${before}`,
    (siteId) => sql<{ id: string }>`
      delete from asset_addresses
      where site_id = ${siteId} and id in (
        select old.id from asset_addresses as old where old.site_id = ${siteId} and old.ended_at < ${before} limit ${deletedAtOnce}
      )
      returning id`,
  );
}
