import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";

/**
 * Names the person of a cancellation that the processor's event reported first, since `since`, and tells the buyer, as the cancellation itself would have
 * done. Does nothing if the cancellation has its person already.
 */
export async function claimCancellation(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  { adminId, since }: { adminId: string; since: Date },
): Promise<void> {
  const [event] = await tx<{ id: string }>`
    update order_events set admin_id = ${adminId}
    where site_id = ${siteId} and order_id = ${orderId} and kind = 'CANCELLED' and admin_id is null and at >= ${since}
    returning id`;
  if (!event) return;
  const [order] = await tx<{ tellsBuyer: boolean }>`
    select orders.email is not null and coalesce((sites.settings #>> '{orders,confirmationMail}')::boolean, false) as "tellsBuyer"
    from orders
    join sites on sites.id = orders.site_id
    where orders.site_id = ${siteId} and orders.id = ${orderId}`;
  if (order?.tellsBuyer) await addToOutbox(tx, ctx, sendOrderUpdate, { siteId, orderId, eventId: event.id });
}
