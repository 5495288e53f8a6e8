import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";
import { takeStock, type Shortage } from "../catalog/index.ts";

/** What is ordered, at the prices of this moment. Amounts in minor units. */
export interface NewOrder {
  lines: readonly { variantId: string; productId: string; title: string; sku: string; quantity: number; unitPrice: number }[];
  currency: string;
  subtotal: number;
  tax: number;
  shipping: number;
  total: number;
}

/** Whose order it is, and what was said about it. */
export interface OrderAbout {
  /** Of the token. */
  customerId: string | null;
  /** As claimed without one. */
  claimedCustomerId: string | null;
  email: string | null;
  notes: string | null;
  expiresAt: Date;
}

/** Numbers that people are told begin after this one. */
const beforeFirstNumber = 1_000;

/** Takes the stock and writes the order down under the next number of the site; or answers what is short, and writes nothing. */
export async function placeOrder(
  tx: Sql,
  { now, ids }: Saving,
  siteId: string,
  orderId: string,
  order: NewOrder,
  about: OrderAbout,
): Promise<{ number: number } | { short: Shortage[] }> {
  const { lines, currency, subtotal, tax, shipping, total } = order;
  const { taken, short } = await takeStock(tx, siteId, lines);
  if (short.length > 0) return { short };
  // The counter comes last of what orders wait for each other for, and after the stocks for everybody.
  const [placed] = await tx<{ number: number }>`
    with counted as (
      insert into order_numbers (site_id, id, last_number)
      values (${siteId}, ${ids.next()}, ${beforeFirstNumber + 1})
      on conflict (site_id) do update set last_number = order_numbers.last_number + 1
      returning last_number
    ),
    placed as (
      insert into orders (
        site_id, id, number, status, customer_id, claimed_customer_id, email, currency, subtotal, tax, shipping, total, notes,
        expires_at, created_at, updated_at
      )
      select
        ${siteId}, ${orderId}, last_number, 'PENDING', ${about.customerId}, ${about.claimedCustomerId}, ${about.email}, ${currency},
        ${subtotal}, ${tax}, ${shipping}, ${total}, ${about.notes}, ${about.expiresAt}, ${now}, ${now}
      from counted
      returning number
    ),
    listed as (
      insert into order_lines (
        site_id, id, order_id, position, variant_id, product_id, title, sku, quantity, unit_price, reserved
      )
      select ${siteId}, line.id, ${orderId}, line.position, variant_id, product_id, title, sku, quantity, unit_price, reserved
      from unnest(
        ${lines.map(() => ids.next())}::uuid[],
        ${lines.map((_line, index) => index)}::int[],
        ${lines.map(({ variantId }) => variantId)}::uuid[],
        ${lines.map(({ productId }) => productId)}::uuid[],
        ${lines.map(({ title }) => title)}::text[],
        ${lines.map(({ sku }) => sku)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[],
        ${lines.map(({ unitPrice }) => unitPrice)}::int[],
        ${lines.map(({ variantId, quantity }) => (taken.has(variantId) ? quantity : 0))}::int[]
      ) as line (id, position, variant_id, product_id, title, sku, quantity, unit_price, reserved)
    )
    select number from placed`;
  if (!placed) throw new Error("An order was written and is not there.");
  return placed;
}
