import type { Deps } from "../../deps.ts";
import { deletedAtOnce, deleteSiteBySite } from "../../lib/tasks/in-batches.ts";

/** Forgets the addresses that a replacement ended before then. Their files are idle from that time on. */
export async function endOldAddresses({ sql }: Pick<Deps, "sql">, before: Date): Promise<void> {
  await deleteSiteBySite(
    () => sql<{ siteId: string }>`
      select distinct found.site_id as "siteId"
      from (
        select ended.site_id
        from sites
        join asset_addresses as ended on ended.site_id = sites.id and ended.ended_at < ${before}
        limit ${deletedAtOnce}
      ) as found`,
    (siteId) => sql<{ id: string }>`
      delete from asset_addresses
      where site_id = ${siteId} and id in (
        select ended.id from asset_addresses as ended where ended.site_id = ${siteId} and ended.ended_at < ${before} limit ${deletedAtOnce}
      )
      returning id`,
  );
}
