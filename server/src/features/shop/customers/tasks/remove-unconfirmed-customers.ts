import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { recordedRemovals } from "../../../people/audit/index.ts";
import { deletedAtOnce, deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import { recordErasedAccounts } from "../account-event.ts";

const name = "remove unconfirmed customers";

/** Deletes accounts with an unconfirmed address and no orders, on sites that want that, once their links have expired. */
export const removeUnconfirmedCustomers = job(
  { name, everyMs: hourMs, deletes: true },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const now = clock.now();
    const removed = recordedRemovals(sql, { now, ids }, { action: name, member: "customers" });
    await deleteSiteBySite(
      sql,
      piece`
        from sites join customers as old on old.site_id = sites.id
          and old.email_verified_at is null
          and old.created_at < ${now}::timestamptz
            - make_interval(hours => 24 * (sites.settings #>> '{customers,unconfirmedRetentionDays}')::int)`,
      removed(async (tx, siteId) => {
        const customers = await tx<{ id: string }>`
        delete from customers
        where site_id = ${siteId} and id in (
          select old.id
          from sites
          join customers as old on old.site_id = sites.id
            and old.email_verified_at is null
            and old.created_at < ${now}::timestamptz
              - make_interval(hours => 24 * (sites.settings #>> '{customers,unconfirmedRetentionDays}')::int)
          where sites.id = ${siteId}
            and not exists (select from orders where orders.site_id = ${siteId} and orders.customer_id = old.id)
            and not exists (
              select from customer_tokens as live
              where live.site_id = ${siteId} and live.customer_id = old.id and live.expires_at > ${now}
            )
          limit ${deletedAtOnce}
        )
        -- Looked at again once the row is ours: it may have been confirmed meanwhile.
        and email_verified_at is null
        returning id`;
        await recordErasedAccounts(
          tx,
          { now, ids },
          siteId,
          customers.map(({ id }) => id),
        );
        return customers;
      }),
    );
  },
);
