import { addToOutbox } from "../../lib/tasks/outbox.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";
import { sendOrderMail } from "./tasks/order-mail.ts";
import type { OrderStatus } from "./order.ts";
import { countVariants, returnStock, takeStock, type Quantity } from "../catalog/index.ts";

/** A change of an order's payment. */
export interface PaymentNews {
  /** The payment succeeded just now, for the first time. */
  isNewlyPaid: boolean;
  /** It was not paid, and cannot be paid any more. */
  isLost: boolean;
  refund: "none" | "part" | "all";
  /** The address that the payer gave. */
  email: string | null;
}

/** What became of an order. */
interface SettledOrder {
  outcome: "settled" | "money-back";
  order: { number: number; before: OrderStatus; after: OrderStatus };
}

/**
 * Continues an order after a change of its payment, whose row the caller has locked. Each step happens once: stock is returned when the
 * order is cancelled, and taken again when the money arrives later. If it is sold by then the order stays cancelled, and the result is
 * `money-back`: the payment must be refunded.
 */
export async function settleOrder(tx: Sql, saving: Saving, siteId: string, orderId: string, news: PaymentNews): Promise<SettledOrder> {
  const [order] = await tx<{ number: number; status: string; email: string | null; isErased: boolean; wantsMail: boolean }>`
    select
      orders.number,
      orders.status,
      orders.email,
      orders.erased_at is not null as "isErased",
      coalesce((sites.settings #>> '{orders,confirmationMail}')::boolean, false) as "wantsMail"
    from orders
    join sites on sites.id = orders.site_id
    where orders.site_id = ${siteId} and orders.id = ${orderId}
    for no key update of orders`;
  if (!order) throw new Error("A payment is of an order that is not there.");
  const before = order.status as OrderStatus;
  let status = before;
  let needsMoneyBack = false;

  if (news.isNewlyPaid && status === "PENDING") status = "PAID";
  else if (news.isNewlyPaid && status === "CANCELLED") {
    if (await takeAgain(tx, saving, siteId, orderId)) status = "PAID";
    else needsMoneyBack = news.refund !== "all";
  }
  if (news.refund !== "none" && status !== "PENDING" && status !== "CANCELLED") {
    status = news.refund === "all" ? "REFUNDED" : "PARTIALLY_REFUNDED";
  }
  if (news.isLost && status === "PENDING") {
    status = "CANCELLED";
    await returnStock(tx, saving, siteId, await reservedOf(tx, siteId, orderId));
  }

  const email = order.email ?? (order.isErased ? null : news.email);
  if (status !== before || email !== order.email) {
    const { now } = saving;
    const becamePaid = (before === "PENDING" || before === "CANCELLED") && status !== "PENDING" && status !== "CANCELLED";
    await tx`
      update orders set
        status = ${status},
        email = ${email},
        paid_at = case when ${becamePaid}::boolean then ${now} else paid_at end,
        cancelled_at = case when ${status === "CANCELLED"}::boolean then coalesce(cancelled_at, ${now}) else null end,
        updated_at = ${now}
      where site_id = ${siteId} and id = ${orderId}`;
    // At the later of two events: the money, or the address for the email.
    const isNews = status === "PAID" && (becamePaid || email !== order.email);
    if (order.wantsMail && email !== null && isNews) await addToOutbox(tx, saving, sendOrderMail, { siteId, orderId });
  }
  return { outcome: needsMoneyBack ? "money-back" : "settled", order: { number: order.number, before, after: status } };
}

/** The quantities that an order took from stocks. */
async function reservedOf(tx: Sql, siteId: string, orderId: string): Promise<Quantity[]> {
  return tx<{ variantId: string; quantity: number }>`
    select variant_id as "variantId", reserved as quantity from order_lines
    where site_id = ${siteId} and order_id = ${orderId} and reserved > 0
    order by variant_id`;
}

/** Takes the quantities that the order returned once more, all of them or none. */
async function takeAgain(tx: Sql, saving: Saving, siteId: string, orderId: string): Promise<boolean> {
  const reserved = await reservedOf(tx, siteId, orderId);
  const { taken, short } = await takeStock(tx, saving, siteId, reserved);
  if (short.length > 0) return false;
  const untaken = reserved.filter(({ variantId }) => !taken.has(variantId)).map(({ variantId }) => variantId);
  if (untaken.length === 0) return true;
  // A variant without tracked stock is available; one that was removed from the catalogue is not.
  const there = await countVariants(tx, siteId, untaken);
  if (there < untaken.length) {
    await returnStock(
      tx,
      saving,
      siteId,
      reserved.filter(({ variantId }) => taken.has(variantId)),
    );
    return false;
  }
  await tx`
    update order_lines set reserved = 0
    where site_id = ${siteId} and order_id = ${orderId} and variant_id = any (${untaken}::uuid[])`;
  return true;
}
