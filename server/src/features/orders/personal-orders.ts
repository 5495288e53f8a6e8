import type { Saving } from "../../lib/published/saving.ts";
import { removeTasks } from "../../lib/tasks/outbox.ts";
import type { Sql } from "../../ports/database.ts";
import type { Order } from "./order.ts";
import { sendOrderMail } from "./tasks/order-mail.ts";

/** Whose orders are meant: of an account; and, with an address, of guests who gave it. */
export interface Buyer {
  customerId: string | null;
  email: string | null;
}

/** An order with all that it holds of whoever made it. Amounts in minor units, times in ISO 8601. */
export interface PersonalOrder extends Order {
  /** A guest's address is what somebody typed: nobody proved that it is theirs. */
  orderedAs: "customer" | "guest";
  email: string | null;
  paidAt: string | null;
  fulfilledAt: string | null;
  cancelledAt: string | null;
  payment: PersonalPaymentOfOrder;
}

/** `processorPayment` is what the processor calls it. */
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
        'paidAt', iso_instant(orders.paid_at),
        'fulfilledAt', iso_instant(orders.fulfilled_at),
        'cancelledAt', iso_instant(orders.cancelled_at),
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

/** An order that holds something of a person, locked until the transaction ends. */
export interface LockedOrder {
  id: string;
  number: number;
  /** `own`: theirs. `addressed`: another account's, with their address to write to. `claiming`: somebody said that it is theirs. */
  relation: "own" | "addressed" | "claiming";
  /** The payer, or the processor, may still be heard of. */
  isOpen: boolean;
  /** Paid, and not on its way yet. */
  isToBeSent: boolean;
}

/** Locks all orders that hold something of a person: the payments first, then the orders, as everybody does. */
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
  const orders = await tx<{ id: string; number: number; status: string; customerId: string | null; email: string | null }>`
    select id, number, status, customer_id as "customerId", email
    from orders
    where site_id = ${siteId} and id = any (${payments.map(({ orderId }) => orderId)}::uuid[])
    order by id
    for no key update`;
  return orders.map((order) => {
    const isOwn = order.customerId === null ? email !== null && order.email === email : order.customerId === customerId;
    const isAddressed = email !== null && order.email === email;
    return {
      id: order.id,
      number: order.number,
      relation: isOwn ? "own" : isAddressed ? "addressed" : "claiming",
      isOpen: open.has(order.id) || order.status === "PENDING",
      isToBeSent: order.status === "PAID" || order.status === "PARTIALLY_REFUNDED",
    };
  });
}

/** Takes out of locked orders who made them, and what they said. What was sold, for how much and when stays. */
export async function eraseBuyers(tx: Sql, { now }: Pick<Saving, "now">, siteId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update orders set
      customer_id = null, claimed_customer_id = null, email = null, notes = null,
      erased_at = ${now}, updated_at = ${now}
    where site_id = ${siteId} and id = any (${ids}::uuid[])`;
}

/** Takes the address out of locked orders of other accounts. */
export async function eraseAddresses(tx: Sql, { now }: Pick<Saving, "now">, siteId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update orders set email = null, erased_at = ${now}, updated_at = ${now} where site_id = ${siteId} and id = any (${ids}::uuid[])`;
}

/** Takes out of locked orders that somebody said they are a customer's. */
export async function eraseClaims(tx: Sql, siteId: string, customerId: string): Promise<void> {
  await tx`update orders set claimed_customer_id = null where site_id = ${siteId} and claimed_customer_id = ${customerId}`;
}

/**
 * The orders of an account that was removed are nobody's. Where the tables are distributed no foreign key does this, and only
 * looks at it in the end.
 */
export async function releaseOrders(tx: Sql, siteId: string, customerId: string): Promise<void> {
  await tx`update orders set customer_id = null where site_id = ${siteId} and customer_id = ${customerId}`;
}

/**
 * Takes out of locked orders that were never paid who was to be told of them, and what was noted. Accounts go on showing their own.
 */
export async function forgetBuyers(tx: Sql, { now }: Pick<Saving, "now">, siteId: string, ids: readonly (string | null)[]): Promise<void> {
  await tx`
    update orders set claimed_customer_id = null, email = null, notes = null, erased_at = ${now}
    where site_id = ${siteId} and id = any (${ids}::uuid[])`;
}

/** Takes what waits to be mailed about orders out of the outbox. Resolves with how many mails that were. */
export async function removeOrderMails(tx: Sql, siteId: string, ids: readonly string[]): Promise<number> {
  return removeTasks(tx, sendOrderMail, siteId, { orderId: ids });
}
