import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { returnStock } from "../catalog/index.ts";
import { voidCards } from "../gift-cards/index.ts";
import type { LineQuantity } from "./order-event.ts";
import type { RefundableOrder } from "../../../../../client/src/refund-amount.ts";

/** The amounts and lines of an order, for a refund by line. The caller has locked the order's payment, which no refund goes without. */
export async function readRefundableOrder(sql: Sql, siteId: string, orderId: string): Promise<RefundableOrder | undefined> {
  const [order] = await sql<Omit<RefundableOrder, "lines">>`
    select currency, tax, tax_included as "taxIncluded", shipping, discount from orders where site_id = ${siteId} and id = ${orderId}`;
  if (!order) return undefined;
  const lines = await sql<RefundableOrder["lines"][number]>`
    select id, quantity, unit_price as "unitPrice", discount, tax from order_lines where site_id = ${siteId} and order_id = ${orderId} order by position`;
  return { ...order, lines };
}

/** What gift cards have paid for an order, less what went back to them, in minor units. */
export async function readRefundableToCards(sql: Sql, siteId: string, orderId: string): Promise<number> {
  const [order] = await sql<{ left: number | null }>`
    select case when status in ('PENDING', 'CANCELLED') then 0 else gift_card_amount - gift_card_refunded end as left
    from orders where site_id = ${siteId} and id = ${orderId}`;
  return order?.left ?? 0;
}

/**
 * Records units that were refunded: what was not sent yet is not sent any more, and goes back to stock if `restock` says so; gift cards are worth nothing. The caller has locked the
 * payment and then the order, and calls this once for each refund.
 */
export async function applyRefund(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  { lines, restock }: { lines: readonly LineQuantity[]; restock: boolean },
): Promise<void> {
  const units = await tx<{ variantId: string; quantity: number; isGiftCard: boolean; lineId: string }>`
    update order_lines set
      refunded = refunded + units.quantity,
      removed = removed + least(units.quantity, order_lines.quantity - fulfilled - removed)
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[]) as units (id, quantity)
    where order_lines.site_id = ${siteId} and order_lines.order_id = ${orderId} and order_lines.id = units.id
    returning order_lines.variant_id as "variantId", case when order_lines.reserved > 0 then units.quantity else 0 end as quantity,
      order_lines.is_gift_card as "isGiftCard", order_lines.id as "lineId"`;
  const [left] = await tx<{ left: number }>`
    select coalesce(sum(quantity - fulfilled - removed), 0)::int as left
    from order_lines where site_id = ${siteId} and order_id = ${orderId}`;
  if (left?.left === 0) {
    await tx`
      update orders set fulfilment = 'FULFILLED', fulfilled_at = coalesce(fulfilled_at, ${ctx.now}), revision = revision + 1
      where site_id = ${siteId} and id = ${orderId} and fulfilment <> 'FULFILLED'`;
  }
  const giftCards = new Set(units.flatMap(({ isGiftCard, lineId }) => (isGiftCard ? [lineId] : [])));
  if (giftCards.size > 0)
    await voidCards(
      tx,
      ctx,
      siteId,
      orderId,
      lines.filter(({ id }) => giftCards.has(id)),
    );
  const toStock = units.filter(({ quantity }) => quantity > 0).sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
  if (restock) await returnStock(tx, ctx, siteId, toStock, { kind: "REFUND", orderId });
}
