import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { takeStock, type Shortage } from "../catalog/index.ts";
import { redeemCards, type CardAmount } from "../gift-cards/index.ts";
import { recordUses, useDiscounts, type UnusableDiscount, type UsedDiscount } from "../discounts/index.ts";
import type { Address } from "./address.ts";
import type { ChosenShipping, OrderDiscount, OrderGiftCard, OrderTax } from "./order.ts";
import { recordOrderWebhooks } from "./order-webhooks.ts";

interface OrderedLine {
  variantId: string;
  productId: string;
  title: string;
  sku: string;
  quantity: number;
  unitPrice: number;
  discount: number;
  tax: number;
  isGiftCard: boolean;
}

/** The items of an order, at the prices of this moment. Amounts in minor units. */
export interface NewOrder {
  lines: readonly OrderedLine[];
  currency: string;
  subtotal: number;
  discount: number;
  discounts: readonly OrderDiscount[];
  tax: number;
  taxIncluded: boolean;
  taxes: readonly OrderTax[];
  shipping: number;
  shippingOption: ChosenShipping | null;
  total: number;
  giftCards: readonly OrderGiftCard[];
  /** The part of the total that gift cards do not pay. */
  toPay: number;
}

/** The buyer of an order, and the details that came with it. */
export interface OrderAbout {
  /** From the token. */
  customerId: string | null;
  /** As claimed without a token. */
  claimedCustomerId: string | null;
  email: string | null;
  notes: string | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  metadata: Readonly<Record<string, string>>;
  /** In which the buyer saw the shop. */
  locale: string;
  expiresAt: Date;
}

/** The order numbers that people see start after this one. */
const beforeFirstNumber = 1_000;

/**
 * Takes the stock, uses the discounts, redeems the gift cards and stores the order under the next number of the site; or resolves with what is short or
 * cannot be used: then the transaction must be undone.
 */
export async function placeOrder(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  order: NewOrder,
  about: OrderAbout,
  used: { discounts: readonly UsedDiscount[]; cards: readonly CardAmount[] },
): Promise<{ number: number } | { short: Shortage[] } | { unusable: UnusableDiscount } | { cardSpent: true }> {
  const { now, ids } = ctx;
  const { lines, currency, subtotal, discount, discounts, tax, taxIncluded, taxes, shipping, shippingOption, total, giftCards, toPay } =
    order;
  const { taken, short } = await takeStock(tx, ctx, siteId, lines, { kind: "ORDER", orderId });
  if (short.length > 0) return { short };
  const unusable = await useDiscounts(tx, siteId, used.discounts, about);
  if (unusable) return { unusable };
  if (!(await redeemCards(tx, ctx, siteId, orderId, used.cards))) return { cardSpent: true };
  // Of the rows that orders lock, the counter comes last, after stocks, discounts and gift cards, as everywhere.
  // Three statements: on Citus, one of several writes would need the nodes of other sites.
  const [counter] = await tx<{ number: number }>`
    insert into order_numbers (site_id, id, last_number)
    values (${siteId}, ${ids.next()}, ${beforeFirstNumber + 1})
    on conflict (site_id) do update set last_number = order_numbers.last_number + 1
    returning last_number as number`;
  if (!counter) throw new Error("An order has no number.");
  const number: number = counter.number;
  await tx`
    insert into orders (
      site_id, id, number, status, customer_id, claimed_customer_id, email, currency, subtotal, discount, discounts, tax, tax_included, taxes,
      shipping, shipping_option, total, gift_card_amount, gift_cards, units, payment_status, refunded, notes, locale,
      shipping_address, billing_address, metadata, expires_at, created_at, updated_at
    )
    values (
      ${siteId}, ${orderId}, ${number}, 'PENDING', ${about.customerId}, ${about.claimedCustomerId}, ${about.email}, ${currency},
      ${subtotal}, ${discount}, ${JSON.stringify(discounts)}::json, ${tax}, ${taxIncluded}, ${JSON.stringify(taxes)}::json,
      ${shipping}, ${shippingOption && JSON.stringify(shippingOption)}::json, ${total}, ${total - toPay},
      ${JSON.stringify(giftCards)}::json, ${lines.reduce((sum, { quantity }) => sum + quantity, 0)}, 'PENDING',
      0, ${about.notes}, ${about.locale},
      ${jsonOf(about.shippingAddress)}::json, ${jsonOf(about.billingAddress)}::json, ${JSON.stringify(about.metadata)}::json,
      ${about.expiresAt}, ${now}, ${now}
    )`;
  await tx`
    insert into order_lines (
      site_id, id, order_id, position, variant_id, product_id, title, sku, quantity, unit_price, discount, tax, is_gift_card, reserved
    )
    select
      ${siteId}::uuid, line.id, ${orderId}::uuid, line.position, variant_id, product_id, title, sku, quantity, unit_price, line.discount, tax, is_gift_card, reserved
    from unnest(
      ${lines.map(() => ids.next())}::uuid[],
      ${lines.map((_line, index) => index)}::int[],
      ${lines.map(({ variantId }) => variantId)}::uuid[],
      ${lines.map(({ productId }) => productId)}::uuid[],
      ${lines.map(({ title }) => title)}::text[],
      ${lines.map(({ sku }) => sku)}::text[],
      ${lines.map(({ quantity }) => quantity)}::int[],
      ${lines.map(({ unitPrice }) => unitPrice)}::int[],
      ${lines.map((line) => line.discount)}::int[],
      ${lines.map(({ tax: share }) => share)}::int[],
      ${lines.map(({ isGiftCard }) => isGiftCard)}::boolean[],
      ${lines.map(({ variantId, quantity }) => (taken.has(variantId) ? quantity : 0))}::int[]
    ) as line (id, position, variant_id, product_id, title, sku, quantity, unit_price, discount, tax, is_gift_card, reserved)`;
  await recordUses(tx, ctx, siteId, orderId, used.discounts);
  const event = { id: orderId, number, status: "PENDING", total, currency };
  await recordOrderWebhooks(tx, ctx, siteId, [{ type: "order.placed", data: event }]);
  return { number };
}

function jsonOf(address: Address | null): string | null {
  return address && JSON.stringify(address);
}
