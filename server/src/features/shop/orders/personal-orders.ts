import type { WriteContext } from "../../../lib/published/write-context.ts";
import { statement } from "../../../lib/sql/sql-statement.ts";
import { removeTasks } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { eraseFromWebhookEvents } from "../../server/webhooks/index.ts";
import { isToFulfil } from "./order-conditions.ts";
import type { Order } from "./order.ts";
import { sendOrderMail } from "./tasks/order-mail.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";

/** The buyer of orders: an account; and, with an address, guests who gave it. */
export interface Buyer {
  customerId: string | null;
  email: string | null;
}

/** An order with all data about its buyer. Amounts in minor units, times in ISO 8601. */
export interface PersonalOrder extends Order {
  /** A guest typed the address, and nothing proves that it is theirs. */
  orderedAs: "customer" | "guest";
  email: string | null;
  /** In which the buyer saw the shop; null: the site's default one. */
  locale: string | null;
  paidAt: string | null;
  fulfilledAt: string | null;
  cancelledAt: string | null;
  /** Its timeline, with the notes of the shop's people. */
  events: { at: string; kind: string; details: object }[];
  payment: PersonalPaymentOfOrder;
}

/** `processorPayment` is the processor's id for it. */
interface PersonalPaymentOfOrder {
  id: string;
  status: string;
  amount: number;
  refunded: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  processorPayment: string | null;
  createdAt: string;
  updatedAt: string;
}

export async function readOrdersOf(sql: Sql, siteId: string, { customerId, email }: Buyer): Promise<PersonalOrder[]> {
  const rows = await sql<{ json: string | null; more: string | null }>`
    select
      own_orders.json,
      json_build_object(
        'orderedAs', case when orders.customer_id is null then 'guest' else 'customer' end,
        'email', orders.email,
        'locale', orders.locale,
        'paidAt', iso_instant(orders.paid_at),
        'fulfilledAt', iso_instant(orders.fulfilled_at),
        'cancelledAt', iso_instant(orders.cancelled_at),
        'events', (
          select coalesce(json_agg(json_build_object('at', iso_instant(at), 'kind', kind, 'details', details) order by at, id), '[]'::json)
          from order_events
          where order_events.site_id = ${siteId} and order_events.order_id = orders.id
        ),
        'payment', json_build_object(
          'id', payments.id,
          'status', payments.status,
          'amount', payments.amount,
          'refunded', payments.refunded,
          'currency', payments.currency,
          'description', payments.description,
          'metadata', payments.metadata,
          'processorPayment', payments.processor_intent_id,
          'createdAt', iso_instant(payments.created_at),
          'updatedAt', iso_instant(payments.updated_at)
        )
      )::text as more
    from orders
    join own_orders on own_orders.site_id = orders.site_id and own_orders.id = orders.id
    join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
    where orders.site_id = ${siteId}
      and (orders.customer_id = ${customerId}::uuid or (orders.customer_id is null and orders.email = ${email}))
    order by orders.number`;
  return rows.map(({ json, more }) => ({ ...JSON.parse(json ?? "{}"), ...JSON.parse(more ?? "{}") }) as PersonalOrder);
}

/** An order with data about a person, locked until the transaction ends. */
export interface LockedOrder {
  id: string;
  number: number;
  /** `own`: theirs. `addressed`: another account's, with their address for the emails. `claiming`: a guest said that it is theirs. */
  relation: "own" | "addressed" | "claiming";
  /** The payer or the processor may still report a change. */
  isOpen: boolean;
  /** Paid, and not shipped yet. */
  isToBeSent: boolean;
}

/** Locks all orders with data about a person: the payments first, then the orders, as everywhere. */
export async function lockOrdersOf(tx: Sql, siteId: string, { customerId, email }: Buyer): Promise<LockedOrder[]> {
  const payments = await tx<{ orderId: string | null; isOpen: boolean | null }>`
    select payments.order_id as "orderId", payments.check_at is not null as "isOpen"
    from payments
    join orders on orders.site_id = payments.site_id and orders.id = payments.order_id
    where payments.site_id = ${siteId}
      and (orders.customer_id = ${customerId}::uuid or orders.claimed_customer_id = ${customerId}::uuid or orders.email = ${email})
    order by payments.id
    for no key update of payments`;
  const open = new Set(payments.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId));
  const orders = await tx<
    Pick<LockedOrder, "id" | "number" | "isToBeSent"> & { status: string; customerId: string | null; email: string | null }
  >(
    ...statement`
    select id, number, status, customer_id as "customerId", email, ${isToFulfil} as "isToBeSent"
    from orders
    where site_id = ${siteId} and id = any (${payments.map(({ orderId }) => orderId)}::uuid[])
    order by id
    for no key update`,
  );
  return orders.map((order) => {
    const isOwn = order.customerId === null ? email !== null && order.email === email : order.customerId === customerId;
    const isAddressed = email !== null && order.email === email;
    return {
      id: order.id,
      number: order.number,
      relation: isOwn ? "own" : isAddressed ? "addressed" : "claiming",
      isOpen: open.has(order.id) || order.status === "PENDING",
      isToBeSent: order.isToBeSent,
    };
  });
}

/** Removes the buyer, with their notes, addresses and metadata, from locked orders. The items, amounts and dates stay. */
export async function eraseBuyers(tx: Sql, { now }: Pick<WriteContext, "now">, siteId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update orders set
      customer_id = null, claimed_customer_id = null, email = null, notes = null,
      shipping_address = null, billing_address = null, metadata = '{}',
      erased_at = ${now}, updated_at = ${now}
    where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  await eraseFromTimeline(tx, siteId, ids);
}

/** Removes what people wrote about an order, and the numbers of its parcels, which lead to an address. */
async function eraseFromTimeline(tx: Sql, siteId: string, orderIds: readonly (string | null)[]): Promise<void> {
  await eraseFromEvents(tx, siteId, orderIds);
  await tx`delete from order_events where site_id = ${siteId} and order_id = any (${orderIds}::uuid[]) and kind = 'NOTE'`;
  await tx`
    update order_events set details = (details::jsonb - 'tracking' - 'reason')::json
    where site_id = ${siteId} and order_id = any (${orderIds}::uuid[]) and kind in ('FULFILLED', 'REFUNDED')`;
}

async function eraseFromEvents(tx: Sql, siteId: string, orderIds: readonly (string | null)[]): Promise<void> {
  await eraseFromWebhookEvents(tx, siteId, { orders: orderIds.filter((id) => id !== null) });
}

/** Removes the address from locked orders of other accounts. */
export async function eraseAddresses(tx: Sql, { now }: Pick<WriteContext, "now">, siteId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update orders set email = null, erased_at = ${now}, updated_at = ${now} where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  await eraseFromEvents(tx, siteId, ids);
}

/** Removes a customer from locked orders whose guest claimed to be them. */
export async function eraseClaims(tx: Sql, siteId: string, customerId: string): Promise<void> {
  await tx`update orders set claimed_customer_id = null where site_id = ${siteId} and claimed_customer_id = ${customerId}`;
}

/** Removes the owner from the orders of a removed account. For distributed tables no foreign key does this; it only checks at the end. */
export async function releaseOrders(tx: Sql, siteId: string, customerId: string): Promise<void> {
  await tx`update orders set customer_id = null where site_id = ${siteId} and customer_id = ${customerId}`;
}

/** Removes the recipient, the notes, the addresses and the metadata from locked orders that were never paid. Accounts continue to show their own. */
export async function forgetBuyers(
  tx: Sql,
  { now }: Pick<WriteContext, "now">,
  siteId: string,
  ids: readonly (string | null)[],
): Promise<void> {
  await tx`
    update orders set
      claimed_customer_id = null, email = null, notes = null, shipping_address = null, billing_address = null, metadata = '{}',
      erased_at = ${now}
    where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  await eraseFromTimeline(tx, siteId, ids);
}

/** Removes waiting emails about orders from the outbox. Resolves with their number. */
export async function removeOrderMails(tx: Sql, siteId: string, ids: readonly string[]): Promise<number> {
  const updates = await removeTasks(tx, sendOrderUpdate, siteId, { orderId: ids });
  return updates + (await removeTasks(tx, sendOrderMail, siteId, { orderId: ids }));
}
