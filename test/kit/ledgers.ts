import type { Sql } from "../../server/src/ports/database.ts";
import { referenceKey } from "../../server/src/ports/processor.ts";
import type { Ledger, LedgerEntry } from "./sandbox-client.ts";

/** A site that sells, with its account at the processor and its stocks before the first sale. */
export interface Shop {
  siteId: string;
  account: string;
  /** By SKU. */
  stock: Readonly<Record<string, number>>;
}

interface Payment {
  id: string;
  orderId: string | null;
  amount: number;
  currency: string;
  status: string;
  refunded: number;
  sessionId: string | null;
  intentId: string | null;
}

interface Order {
  id: string;
  number: number;
  status: string;
  total: number;
  currency: string;
  lines: number;
  isSum: boolean;
  paymentStatus: string | null;
  refunded: number | null;
}

/** The possible statuses of an order for each status of its payment, once nothing is pending. */
const ordersByPayment: Readonly<Record<string, readonly string[]>> = {
  PENDING: ["PENDING"],
  PROCESSING: ["PENDING"],
  REQUIRES_ACTION: ["PENDING"],
  // On a page without a retry the order is over as well.
  FAILED: ["PENDING", "CANCELLED"],
  CANCELLED: ["CANCELLED"],
  SUCCEEDED: ["PAID", "FULFILLED"],
  PARTIALLY_REFUNDED: ["PARTIALLY_REFUNDED"],
  // Cancelled: the money came when the goods were sold, and went back.
  REFUNDED: ["REFUNDED", "CANCELLED"],
};
const paid = ["SUCCEEDED", "PARTIALLY_REFUNDED", "REFUNDED"];

/**
 * Compares a site's books with the processor's ledger, which knows nothing of the site. Returns the differences
 * in words: none, when all is right. For a time when nothing is pending.
 */
export async function compareLedgers(sql: Sql, { siteId, account, stock }: Shop, ledger: Ledger): Promise<string[]> {
  const errors: string[] = [];
  const demand = (fact: boolean, error: () => string) => {
    if (!fact) errors.push(error());
  };
  const [payments, orders] = [await readPayments(sql, siteId), await readOrders(sql, siteId)];
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const ours = (entries: readonly LedgerEntry[]) => entries.filter((entry) => entry.account === account);
  const [sessions, intents, refunds] = [ours(ledger.sessions), ours(ledger.intents), ours(ledger.refunds)];

  // Objects that the payer could have paid twice: the intent of a session is not one of its own.
  const asked = new Map<string, string[]>();
  for (const { id, reference, metadata, session } of [...sessions, ...intents] as ProcessorObject[]) {
    const told = reference ?? metadata[referenceKey] ?? "none";
    demand(metadata[referenceKey] === undefined || metadata[referenceKey] === told, () => `${id} has two references`);
    demand(byId.has(told), () => `${id} is of payment ${told}, which is not in the books`);
    if (!session) asked.set(told, [...(asked.get(told) ?? []), id]);
  }
  for (const [reference, ids] of asked)
    demand(ids.length === 1, () => `payment ${reference} is ${ids.length} at the processor: ${ids.join(", ")}`);

  const succeeded = new Map<string, LedgerEntry>();
  for (const intent of intents.filter(({ status }) => status === "succeeded")) {
    const reference = referenceOf(intent);
    demand(!succeeded.has(reference), () => `payment ${reference} was paid twice`);
    succeeded.set(reference, intent);
    const payment = byId.get(reference);
    if (!payment) continue;
    const { amount, currency, status } = payment;
    demand(paid.includes(status), () => `${intent.id} was paid, and payment ${reference} is ${status}`);
    demand(amount === intent.amount && currency === intent.currency, () => `payment ${reference} is of another amount than ${intent.id}`);
    demand(
      payment.intentId === null || payment.intentId === intent.id,
      () => `payment ${reference} names another intent than ${intent.id}`,
    );
  }
  for (const { id, status, refunded, sessionId, intentId, amount } of payments) {
    const intent = succeeded.get(id);
    demand(intent !== undefined || !paid.includes(status), () => `payment ${id} is ${status}, and nothing was paid`);
    const refundedSum = refunds.filter((refund) => refund.intent === intent?.id).reduce((sum, refund) => sum + refund.amount, 0);
    demand(refundedSum === refunded, () => `payment ${id} has ${refunded} refunded, the ledger ${refundedSum}`);
    const expected = refundedSum === 0 ? ["SUCCEEDED"] : refundedSum < amount ? ["PARTIALLY_REFUNDED"] : ["REFUNDED"];
    demand(
      !paid.includes(status) || expected.includes(status),
      () => `payment ${id} is ${status} with ${refundedSum} of ${amount} refunded`,
    );
    for (const { id: entryId, status: stands } of [...sessions, ...intents].filter((entry) => [sessionId, intentId].includes(entry.id))) {
      const isPayable = stands === "open" || stands.startsWith("requires_");
      demand(status !== "CANCELLED" || !isPayable, () => `payment ${id} is cancelled, and ${entryId} can be paid: ${stands}`);
    }
  }
  for (const [reference, ids] of asked) {
    const isKnown = [byId.get(reference)?.sessionId, byId.get(reference)?.intentId].some((id) => id !== null && ids.includes(id ?? ""));
    const isOpen = [...sessions, ...intents].some(
      ({ id, status }) => ids.includes(id) && (status === "open" || status.startsWith("requires_")),
    );
    demand(isKnown || !isOpen, () => `${ids.join()} can be paid, and the books do not know it`);
  }

  for (const { id, number, status, total, currency, lines, isSum, ...order } of orders) {
    const [payment, ...others] = payments.filter(({ orderId }) => orderId === id);
    demand(payment !== undefined && others.length === 0, () => `order ${number} has ${payment ? others.length + 1 : 0} payments`);
    demand(lines > 0, () => `order ${number} has no lines`);
    demand(isSum, () => `order ${number} is not the sum of its lines, tax and shipping`);
    if (!payment) continue;
    demand(
      order.paymentStatus === payment.status && order.refunded === payment.refunded,
      () => `order ${number} says ${order.paymentStatus} with ${order.refunded} refunded of its payment ${payment.id}`,
    );
    demand(payment.amount === total && payment.currency === currency, () => `order ${number} costs another amount than its payment`);
    demand(
      (ordersByPayment[payment.status] ?? []).includes(status),
      () => `order ${number} is ${status}, its payment ${payment.status} (${payment.id})`,
    );
  }

  const heldQuantities = new Map((await readHeld(sql, siteId)).map(({ sku, quantity }) => [sku, quantity]));
  for (const { sku, left } of await readStocks(sql, siteId)) {
    const initial = stock[sku];
    demand(left === null || left >= 0, () => `the stock of ${sku} is ${left}`);
    demand(
      initial === undefined || initial === (left ?? 0) + (heldQuantities.get(sku) ?? 0),
      () => `of ${initial} ${sku} there are ${left}, and ${heldQuantities.get(sku) ?? 0} are in orders`,
    );
  }
  for (const { eventId } of await readRepeatedEvents(sql, siteId)) errors.push(`event ${eventId} took effect twice`);
  return errors;
}

type ProcessorObject = LedgerEntry & { reference: string | null; session?: string | null; metadata: Record<string, string> };

function referenceOf(entry: LedgerEntry): string {
  const { reference, metadata } = entry as ProcessorObject;
  return reference ?? metadata[referenceKey] ?? "none";
}

function readPayments(sql: Sql, siteId: string): Promise<Payment[]> {
  return sql<Payment>`
    select
      id, order_id as "orderId", amount, currency, status, refunded,
      processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments where site_id = ${siteId} order by created_at, id`;
}

function readOrders(sql: Sql, siteId: string): Promise<Order[]> {
  return sql<Order>`
    select
      orders.id, orders.number, orders.status, orders.total, orders.currency, orders.payment_status as "paymentStatus", orders.refunded,
      count(order_lines.id)::int as lines,
      coalesce(sum(order_lines.quantity * order_lines.unit_price), 0) + orders.tax + orders.shipping = orders.total as "isSum"
    from orders
    left join order_lines on order_lines.site_id = orders.site_id and order_lines.order_id = orders.id
    where orders.site_id = ${siteId}
    group by orders.site_id, orders.id
    order by orders.number`;
}

/** The stock that is reserved or sold by existing orders. */
function readHeld(sql: Sql, siteId: string): Promise<{ sku: string; quantity: number }[]> {
  return sql<{ sku: string; quantity: number }>`
    select order_lines.sku, sum(order_lines.reserved)::int as quantity
    from order_lines
    join orders on orders.site_id = order_lines.site_id and orders.id = order_lines.order_id
    where orders.site_id = ${siteId} and orders.status <> 'CANCELLED'
    group by order_lines.sku`;
}

function readStocks(sql: Sql, siteId: string): Promise<{ sku: string; left: number | null }[]> {
  return sql<{ sku: string; left: number | null }>`select sku, stock as left from variants where site_id = ${siteId}`;
}

function readRepeatedEvents(sql: Sql, siteId: string): Promise<{ eventId: string }[]> {
  return sql<{ eventId: string }>`
    select event_id as "eventId" from processor_events where site_id = ${siteId} group by event_id having count(*) > 1`;
}
