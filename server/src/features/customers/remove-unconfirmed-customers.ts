import type { Deps } from "../../deps.ts";
import { deletedAtOnce, deleteInBatches } from "../../lib/in-batches.ts";

/** Deletes accounts whose address nobody confirmed, and that nobody ordered with, where their site wants that, once their links are over. */
export async function removeUnconfirmedCustomers({ sql, clock }: Pick<Deps, "sql" | "clock">): Promise<void> {
  const now = clock.now();
  await deleteInBatches(
    () => sql<{ id: string }>`
      delete from customers where (site_id, id) in (
        select sites.id, old.id
        from sites
        join customers as old on old.site_id = sites.id
          and old.email_verified_at is null
          and old.created_at < ${now}::timestamptz
            - make_interval(hours => 24 * (sites.settings #>> '{customers,unconfirmedRetentionDays}')::int)
        where not exists (select from orders where orders.site_id = old.site_id and orders.customer_id = old.id)
          and not exists (
            select from customer_tokens as live
            where live.site_id = old.site_id and live.customer_id = old.id and live.expires_at > ${now}
          )
        limit ${deletedAtOnce}
      )
      -- Looked at again once the row is ours: it may have been confirmed meanwhile.
      and email_verified_at is null
      returning id`,
  );
}
