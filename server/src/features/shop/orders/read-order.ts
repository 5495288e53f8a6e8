import type { Sql } from "../../../ports/database.ts";
import { nullablePerson } from "../../../lib/admin/person.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { TimelineEntry } from "./order-event.ts";
import { orderNotFound } from "./order.ts";
import type { OrderDetails } from "./order-details.ts";

/** More happens to no order that people work on; an answer stays small. */
const mostEvents = 500;

type OrderHead = Omit<OrderDetails, "lines" | "refunds" | "timeline">;

/** An order with its payment, without its lines, refunds and timeline. Throws `order_not_found`. */
export async function readOrderHead(sql: Sql, siteId: string, id: string): Promise<OrderHead> {
  const [row] = isUuid(id)
    ? await sql<{ json: string | null }>`
        select
          json_build_object(
            'id', orders.id, 'number', orders.number, 'revision', orders.revision, 'status', orders.status,
            'paymentStatus', payments.status, 'fulfilment', orders.fulfilment, 'currency', orders.currency,
            'subtotal', orders.subtotal, 'tax', orders.tax, 'shipping', orders.shipping, 'total', orders.total,
            'discount', orders.discount, 'discounts', orders.discounts, 'taxIncluded', orders.tax_included, 'taxes', orders.taxes, 'shippingOption', orders.shipping_option,
            'giftCards', orders.gift_cards, 'toPay', orders.total - orders.gift_card_amount,
            'refundedAmount', payments.refunded + orders.gift_card_refunded, 'email', orders.email, 'customerId', orders.customer_id,
            'claimedCustomerId', orders.claimed_customer_id, 'locale', orders.locale, 'notes', orders.notes,
            'shippingAddress', orders.shipping_address, 'billingAddress', orders.billing_address, 'metadata', orders.metadata,
            'payment', json_build_object(
              'id', payments.id, 'status', payments.status, 'amount', payments.amount, 'processorPayment', payments.processor_intent_id
            ),
            'expiresAt', iso_instant(orders.expires_at), 'paidAt', iso_instant(orders.paid_at),
            'fulfilledAt', iso_instant(orders.fulfilled_at), 'cancelledAt', iso_instant(orders.cancelled_at),
            'createdAt', iso_instant(orders.created_at), 'updatedAt', iso_instant(orders.updated_at)
          )::text as json
        from orders
        join payments on payments.site_id = ${siteId} and payments.order_id = orders.id
        where orders.site_id = ${siteId} and orders.id = ${id}`
    : [];
  if (!row?.json) throw new ProblemError(orderNotFound);
  return JSON.parse(row.json) as OrderHead;
}

/** An order with its lines, refunds and timeline. Throws `order_not_found`. */
export async function readOrder(sql: Sql, siteId: string, orderId: string): Promise<OrderDetails> {
  const order = await readOrderHead(sql, siteId, orderId);
  const { id, createdAt: placedAt } = order;
  const lines = await sql<OrderDetails["lines"][number]>`
    select
      id, variant_id as "variantId", product_id as "productId", title, sku, quantity, unit_price as "unitPrice", quantity * unit_price - discount as total,
      discount, tax, is_gift_card as "isGiftCard", fulfilled, refunded, removed
    from order_lines
    where site_id = ${siteId} and order_id = ${id}
    order by position`;
  const refunds = await sql<RefundRow>`
    select
      refunds.id, refunds.amount + refunds.gift_card_amount as amount, refunds.gift_card_amount as "toGiftCards", refunds.status, refunds.reason, refunds.lines, refunds.restock, refunds.created_at as "createdAt",
      admins.id as "adminId", admins.name as "adminName"
    from refunds
    left join admins on admins.id = refunds.admin_id
    where refunds.site_id = ${siteId} and refunds.payment_id = ${order.payment.id}
    order by refunds.created_at desc, refunds.id desc`;
  const timeline = await readTimeline(sql, siteId, id);
  const placed: TimelineEntry = { id, at: placedAt, kind: "PLACED", by: null };
  return {
    ...order,
    lines: lines.map((line) => ({ ...line, total: line.total ?? 0 })),
    refunds: refunds.map(({ createdAt, adminId, adminName, amount, ...refund }) => ({
      ...refund,
      amount: amount ?? 0,
      status: refund.status as OrderDetails["refunds"][number]["status"],
      by: nullablePerson(adminId, adminName),
      createdAt: createdAt.toISOString(),
    })),
    timeline: [...timeline, placed],
  };
}

interface RefundRow extends Omit<OrderDetails["refunds"][number], "amount" | "by" | "createdAt" | "status"> {
  amount: number | null;
  status: string;
  createdAt: Date;
  adminId: string | null;
  adminName: string | null;
}

async function readTimeline(sql: Sql, siteId: string, orderId: string): Promise<TimelineEntry[]> {
  const events = await sql<{ id: string; at: Date; kind: string; details: object; adminId: string | null; adminName: string | null }>`
    select order_events.id, order_events.at, order_events.kind, order_events.details, admins.id as "adminId", admins.name as "adminName"
    from order_events
    left join admins on admins.id = order_events.admin_id
    where order_events.site_id = ${siteId} and order_events.order_id = ${orderId}
    order by order_events.at desc, order_events.id desc
    limit ${mostEvents}`;
  return events.map(({ id, at, kind, details, adminId, adminName }) => ({
    id,
    at: at.toISOString(),
    kind: kind as TimelineEntry["kind"],
    by: nullablePerson(adminId, adminName),
    ...details,
  }));
}
