import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import { recordedRemovals } from "../../../people/audit/index.ts";
import { forgetBuyers } from "../../orders/index.ts";

const name = "forget buyers of unpaid orders";
const keptMs = 90 * 24 * 60 * 60_000;
const atOnce = 200;

/**
 * Removes the recipient of the confirmation and the notes from orders that were cancelled without payment, three months later: nothing was
 * sold, so no books need them. Accounts continue to show their own.
 */
export const forgetBuyersOfUnpaid = job(
  { name, everyMs: hourMs, deletes: true },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const now = clock.now();
    const before = new Date(now.getTime() - keptMs);
    await deleteSiteBySite(
      sql,
      piece`
        from sites join orders as old on old.site_id = sites.id
          and old.status = 'CANCELLED' and old.paid_at is null and old.erased_at is null and old.cancelled_at < ${before}`,
      recordedRemovals(
        sql,
        { now, ids },
        { action: name, member: "buyers" },
      )(async (tx, siteId) => {
        // The payment before its order, as everywhere.
        const payments = await tx<{ id: string; orderId: string | null }>`
            select payments.id, payments.order_id as "orderId"
            from orders as old
            join payments on payments.site_id = old.site_id and payments.order_id = old.id and payments.check_at is null
            where old.site_id = ${siteId}
              and old.status = 'CANCELLED' and old.paid_at is null and old.erased_at is null and old.cancelled_at < ${before}
            limit ${atOnce}
            for no key update of payments skip locked`;
        await tx`
            update payments set request = '{"email":null,"page":null}'
            where site_id = ${siteId} and id = any (${payments.map(({ id }) => id)}::uuid[])`;
        const orderIds = payments.map(({ orderId }) => orderId);
        await forgetBuyers(tx, { now }, siteId, orderIds);
        return payments;
      }),
      atOnce,
    );
  },
);
