import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { PayerAddresses, PaymentStatus } from "../../../ports/processor.ts";
import { addressOfPayer } from "./address.ts";
import { issueGiftCards } from "./tasks/issue-gift-cards.ts";
import { sendOrderMail } from "./tasks/order-mail.ts";
import { sendOrderNotice } from "./tasks/order-notice.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";
import { recordOrderEvent } from "./order-event.ts";
import type { OrderStatus } from "./order.ts";
import { recordOrderWebhooks } from "./order-webhooks.ts";
import { lockCards, redeemAgain, returnCards, voidCards } from "../gift-cards/index.ts";
import { lockDiscounts, returnDiscounts, reuseDiscounts } from "../discounts/index.ts";
import { countVariants, lockVariants, returnStock, takeStock, type Quantity } from "../catalog/index.ts";

const addressComesWithinMs = 60_000;

/** A change of an order's payment. */
export interface PaymentNews {
  /** After the change. `refunded` is in minor units. */
  payment: { status: PaymentStatus; refunded: number };
  /** The payment succeeded just now, for the first time. */
  isNewlyPaid: boolean;
  /** It was not paid, and cannot be paid any more. */
  isLost: boolean;
  /** What this change gives back to gift cards. The caller credits them. */
  refundedToCards: number;
  /** The refund that this change reports, to the payment and to gift cards together, in minor units, and the person who asked for it. */
  refunded: { amount: number; adminId: string | null; reason: string | null } | null;
  /** Somebody of the shop ended the order: null if it was a buyer, the processor or a job. */
  by: { adminId: string | null } | null;
  /** The address that the payer gave. */
  email: string | null;
  /** They take the place of addresses that the order does not have. */
  addresses: PayerAddresses | undefined;
}

/** What became of an order. */
interface SettledOrder {
  outcome: "settled" | "money-back";
  /** `refunded`: in all, in minor units. */
  order: { number: number; before: OrderStatus; after: OrderStatus; refundedBefore: number; refunded: number };
}

/**
 * Continues an order after a change of its payment, whose row the caller has locked. Each step happens once: stock and discounts are returned when
 * the order is cancelled, and taken again when the money arrives later. If it is sold by then the order stays cancelled, and the result is
 * `money-back`: the payment must be refunded.
 */
export async function settleOrder(tx: Sql, ctx: WriteContext, siteId: string, orderId: string, news: PaymentNews): Promise<SettledOrder> {
  const [order] = await tx<{
    number: number;
    status: string;
    paymentStatus: string | null;
    refunded: number | null;
    total: number;
    giftCardAmount: number;
    giftCardRefunded: number;
    sellsGiftCards: boolean;
    email: string | null;
    isErased: boolean;
    hasShippingAddress: boolean;
    hasBillingAddress: boolean;
    wantsMail: boolean;
    notify: readonly string[] | null;
  }>`
    select
      orders.number,
      orders.status,
      orders.payment_status as "paymentStatus",
      orders.refunded,
      orders.total,
      orders.gift_card_amount as "giftCardAmount",
      orders.gift_card_refunded as "giftCardRefunded",
      exists (
        select from order_lines where order_lines.site_id = ${siteId} and order_lines.order_id = orders.id and order_lines.is_gift_card
      ) as "sellsGiftCards",
      orders.email,
      orders.erased_at is not null as "isErased",
      orders.shipping_address is not null as "hasShippingAddress",
      orders.billing_address is not null as "hasBillingAddress",
      coalesce((sites.settings #>> '{orders,confirmationMail}')::boolean, false) as "wantsMail",
      sites.settings #> '{orders,notify}' as notify
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
    if (await takeAgain(tx, ctx, siteId, orderId, { hasPaidWithCards: order.giftCardAmount > 0 })) {
      status = "PAID";
      await reuseDiscounts(tx, siteId, orderId);
    } else needsMoneyBack = news.payment.refunded < order.total - order.giftCardAmount;
  }
  const giftCardRefunded: number = order.giftCardRefunded + news.refundedToCards;
  const refundedBefore = order.refunded ?? 0;
  const refunded: number = news.payment.refunded + giftCardRefunded;
  if (refunded > 0 && status !== "PENDING" && status !== "CANCELLED") {
    status = refunded >= order.total ? "REFUNDED" : "PARTIALLY_REFUNDED";
    if (status === "REFUNDED" && status !== before && order.sellsGiftCards) await voidCards(tx, ctx, siteId, orderId, null);
  }
  if (news.isLost && status === "PENDING") {
    status = "CANCELLED";
    await returnStock(tx, ctx, siteId, await reservedOf(tx, siteId, orderId), { kind: "CANCELLATION", orderId });
    await returnDiscounts(tx, siteId, orderId);
    if (order.giftCardAmount > 0) await returnCards(tx, ctx, siteId, orderId);
  }

  const email = order.email ?? (order.isErased ? null : news.email);
  const { shipping, billing } = (!order.isErased && news.addresses) || { shipping: null, billing: null };
  const shippingAddress = shipping && !order.hasShippingAddress ? addressOfPayer(shipping) : null;
  const billingAddress = billing && !order.hasBillingAddress ? addressOfPayer(billing) : null;
  const { now } = ctx;
  const { payment } = news;
  const isChanged = status !== before || email !== order.email || shippingAddress !== null || billingAddress !== null;
  if (isChanged || payment.status !== order.paymentStatus || refunded !== order.refunded) {
    const becamePaid = (before === "PENDING" || before === "CANCELLED") && status !== "PENDING" && status !== "CANCELLED";
    await tx`
      update orders set
        status = ${status},
        payment_status = ${payment.status},
        refunded = ${refunded},
        gift_card_refunded = ${giftCardRefunded},
        email = ${email},
        shipping_address = coalesce(shipping_address, ${shippingAddress && JSON.stringify(shippingAddress)}::json),
        billing_address = coalesce(billing_address, ${billingAddress && JSON.stringify(billingAddress)}::json),
        paid_at = case when ${becamePaid}::boolean then ${now} else paid_at end,
        cancelled_at = case when ${status === "CANCELLED"}::boolean then coalesce(cancelled_at, ${now}) else null end,
        revision = case when ${isChanged}::boolean then revision + 1 else revision end,
        updated_at = case when ${isChanged}::boolean then ${now} else updated_at end
      where site_id = ${siteId} and id = ${orderId}`;
    // At the later of two events: the money, or the address for the email.
    const isNews = status === "PAID" && (becamePaid || email !== order.email);
    if (order.wantsMail && email !== null && isNews) await addToOutbox(tx, ctx, sendOrderMail, { siteId, orderId });
    if (becamePaid && status === "PAID" && order.notify && order.notify.length > 0) {
      // The payer's address may come with a later event.
      const dueAt = email === null ? new Date(now.getTime() + addressComesWithinMs) : now;
      await addToOutbox(tx, ctx, sendOrderNotice, { siteId, orderId }, dueAt);
    }
    // Again once the address is known: then the codes are mailed.
    if (order.sellsGiftCards && isNews) await addToOutbox(tx, ctx, issueGiftCards, { siteId, orderId });
  }
  await recordNews(tx, ctx, siteId, { orderId, before, status, tellsBuyer: order.wantsMail && email !== null }, news);
  await recordWebhooks(tx, ctx, siteId, { id: orderId, number: order.number, before, status }, news);
  return {
    outcome: needsMoneyBack ? "money-back" : "settled",
    order: { number: order.number, before, after: status, refundedBefore, refunded },
  };
}

/** Adds the news to the order's timeline, and tells the buyer about a refund, and about a cancellation by the shop. */
async function recordNews(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { orderId, before, status, tellsBuyer }: { orderId: string; before: OrderStatus; status: OrderStatus; tellsBuyer: boolean },
  { isNewlyPaid, refunded, by }: PaymentNews,
): Promise<void> {
  const adminId = by?.adminId ?? null;
  const tell = async (eventId: string) => {
    if (tellsBuyer) await addToOutbox(tx, ctx, sendOrderUpdate, { siteId, orderId, eventId });
  };
  if (isNewlyPaid) await recordOrderEvent(tx, ctx, siteId, { orderId, kind: "PAID", adminId: null, details: {} });
  if (before === "PENDING" && status === "CANCELLED") {
    const id = ctx.ids.next();
    await recordOrderEvent(tx, ctx, siteId, { id, orderId, kind: "CANCELLED", adminId, details: by ? { byShop: true } : {} });
    if (by) await tell(id);
  }
  if (refunded) {
    const id = ctx.ids.next();
    const { amount, reason } = refunded;
    const details = { amount, ...(reason !== null && { reason }) };
    await recordOrderEvent(tx, ctx, siteId, { id, orderId, kind: "REFUNDED", adminId: refunded.adminId, details });
    await tell(id);
  }
}

/** Records the news for webhooks. Money that goes back because the goods are sold pays no order. */
async function recordWebhooks(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { before, ...order }: { id: string; number: number; before: OrderStatus; status: OrderStatus },
  { isNewlyPaid, refunded }: PaymentNews,
): Promise<void> {
  const isCancelled = order.status === "CANCELLED";
  await recordOrderWebhooks(tx, ctx, siteId, [
    ...(isNewlyPaid && !isCancelled ? [{ type: "order.paid" as const, data: order }] : []),
    ...(isCancelled && before === "PENDING" ? [{ type: "order.cancelled" as const, data: order }] : []),
    ...(refunded ? [{ type: "order.refunded" as const, data: { ...order, amount: refunded.amount } }] : []),
  ]);
}

/** What an order that takes the place of another is going to take. */
export interface NextOrder {
  variantIds: readonly string[];
  discountCodes: readonly string[];
  /** Gift cards. */
  cardIds: readonly string[];
}

/**
 * Locks the stocks, discounts and gift cards that an order took, and those that the next one takes, until the transaction ends: each kind in the order of its ids. The
 * caller has locked the payment.
 */
export async function lockForReplacement(tx: Sql, siteId: string, orderId: string, next: NextOrder): Promise<void> {
  const reserved = await reservedOf(tx, siteId, orderId);
  await lockVariants(tx, siteId, [...reserved.map(({ variantId }) => variantId), ...next.variantIds]);
  await lockDiscounts(tx, siteId, orderId, next.discountCodes);
  await lockCards(tx, siteId, orderId, next.cardIds);
}

/** The quantities that an order took from stocks. */
async function reservedOf(tx: Sql, siteId: string, orderId: string): Promise<Quantity[]> {
  return tx<{ variantId: string; quantity: number }>`
    select variant_id as "variantId", reserved as quantity from order_lines
    where site_id = ${siteId} and order_id = ${orderId} and reserved > 0
    order by variant_id`;
}

/** Takes the quantities and the amounts of gift cards that the order returned once more, all of them or none. */
async function takeAgain(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  { hasPaidWithCards }: { hasPaidWithCards: boolean },
): Promise<boolean> {
  const reserved = await reservedOf(tx, siteId, orderId);
  const { taken, short } = await takeStock(tx, ctx, siteId, reserved, { kind: "ORDER", orderId });
  if (short.length > 0) return false;
  const untaken = reserved.filter(({ variantId }) => !taken.has(variantId)).map(({ variantId }) => variantId);
  const giveBack = () =>
    returnStock(
      tx,
      ctx,
      siteId,
      reserved.filter(({ variantId }) => taken.has(variantId)),
      { kind: "CANCELLATION", orderId },
    );
  // A variant without tracked stock is available; one that was removed from the catalogue is not.
  const there = untaken.length === 0 ? 0 : await countVariants(tx, siteId, untaken);
  if (there < untaken.length || (hasPaidWithCards && !(await redeemAgain(tx, ctx, siteId, orderId)))) {
    await giveBack();
    return false;
  }
  if (untaken.length === 0) return true;
  await tx`
    update order_lines set reserved = 0
    where site_id = ${siteId} and order_id = ${orderId} and variant_id = any (${untaken}::uuid[])`;
  return true;
}
