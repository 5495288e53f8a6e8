import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";

/**
 * Marks a cancellation that the processor's event reported first, since `since`, as the shop's, by the person if there is one, and tells the buyer, as the
 * cancellation itself would have done. Does nothing to a cancellation that is the shop's already.
 */
export async function claimCancellation(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  { adminId, since }: { adminId: string | null; since: Date },
): Promise<void> {
  const [event] = await tx<{ id: string }>`
    update order_events set admin_id = ${adminId}, details = '{"byShop":true}'
    where site_id = ${siteId} and order_id = ${orderId} and kind = 'CANCELLED' and details ->> 'byShop' is null and at >= ${since}
    returning id`;
  if (!event) return;
  const [order] = await tx<{ tellsBuyer: boolean }>`
    select orders.email is not null and coalesce((sites.settings #>> '{orders,confirmationMail}')::boolean, false) as "tellsBuyer"
    from orders
    join sites on sites.id = orders.site_id
    where orders.site_id = ${siteId} and orders.id = ${orderId}`;
  if (order?.tellsBuyer) await addToOutbox(tx, ctx, sendOrderUpdate, { siteId, orderId, eventId: event.id });
}
