import type { Deps } from "../../deps.ts";
import { deleteInBatches } from "../../lib/in-batches.ts";

const keptMs = 90 * 24 * 60 * 60_000;
const atOnce = 200;

/**
 * Takes out of orders that were cancelled without being paid, three months after, to whom a confirmation was to go and what
 * was noted: nothing was sold, so no books need it. Accounts go on showing their own.
 */
export async function forgetBuyersOfUnpaid({ sql, clock }: Pick<Deps, "sql" | "clock">): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - keptMs);
  await deleteInBatches(
    () =>
      sql.begin(async (tx) => {
        // The payment before its order, as everybody does.
        const payments = await tx<{ siteId: string; id: string; orderId: string | null }>`
          select payments.site_id as "siteId", payments.id, payments.order_id as "orderId"
          from sites
          join orders as old on old.site_id = sites.id
            and old.status = 'CANCELLED' and old.paid_at is null and old.erased_at is null and old.cancelled_at < ${before}
          join payments on payments.site_id = sites.id and payments.order_id = old.id and payments.check_at is null
          limit ${atOnce}
          for no key update of payments skip locked`;
        const sites = payments.map(({ siteId }) => siteId);
        await tx`
          update payments set request = '{"email":null,"page":null}'
          from unnest(${sites}::uuid[], ${payments.map(({ id }) => id)}::uuid[]) as old (site_id, id)
          where payments.site_id = old.site_id and payments.id = old.id`;
        await tx`
          update orders set claimed_customer_id = null, email = null, notes = null, erased_at = ${now}
          from unnest(${sites}::uuid[], ${payments.map(({ orderId }) => orderId)}::uuid[]) as old (site_id, id)
          where orders.site_id = old.site_id and orders.id = old.id`;
        return payments;
      }),
    atOnce,
  );
}
