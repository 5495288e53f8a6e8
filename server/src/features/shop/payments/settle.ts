import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import type { PayerAddresses, PaymentStatus, ProcessorIds } from "../../../ports/processor.ts";
import { changesBetween, recordChange, type RecordedChange } from "../../people/audit/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import { refundToCards } from "../gift-cards/index.ts";
import { settleOrder } from "../orders/index.ts";
import { refundTask } from "./refund-task.ts";
import { isPaid, standingAfter, type Standing } from "./payment-status.ts";

/** Of a payment that did not happen. A failed one may still be tried again. */
const failures: ReadonlySet<PaymentStatus> = new Set(["FAILED", "CANCELLED"]);

/** By whom, and by which operation, command or job, an order is changed. */
export interface ChangedBy extends Pick<RecordedChange, "actor" | "action"> {
  /** What somebody saw before they did it: an event of the processor may tell of its effect first. */
  since?: { status: string; refunded: number };
}

/** An amount of a refund that goes back to gift cards, in minor units. */
export interface RefundToCards {
  amount: number;
  adminId: string | null;
  reason: string | null;
}

/** A payment whose row is locked until the transaction ends. */
export interface LockedPayment extends Standing, ProcessorIds {
  id: string;
  orderId: string | null;
  amount: number;
  currency: string;
}

/** A report about a payment: from an event, from a call to the processor, or because that call was impossible. */
export interface PaymentUpdate extends ProcessorIds {
  status: PaymentStatus;
  /** The time of this state, by the processor's clock. */
  at: Date;
  /** It was paid, or cannot be paid any more. */
  isOver: boolean;
  /** Decided here; the processor must still end the payment, now or at the next possible call. */
  isToBeEnded?: boolean;
  refunded: number;
  email: string | null;
  addresses?: PayerAddresses | undefined;
}

/**
 * Stores a report about a payment, and continues its order: from any source, any number of times, in any order. Every caller locks the
 * payment's row first, then the order's, then the stocks. `by`: somebody of the site, or a job, whose change of the order the log keeps. `toCards`: what
 * goes back to gift cards at the same time.
 */
export async function settlePayment(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  payment: LockedPayment,
  heard: PaymentUpdate,
  by?: ChangedBy,
  toCards?: RefundToCards,
): Promise<void> {
  const after = standingAfter(payment, heard);
  const isPaidNow = isPaid(after.status);
  const isOver = isPaidNow || (heard.isOver && heard.isToBeEnded !== true);
  await tx`
    update payments set
      status = ${after.status},
      status_at = ${after.statusAt},
      refunded = ${after.refunded},
      processor_session_id = coalesce(processor_session_id, ${heard.sessionId}),
      processor_intent_id = coalesce(processor_intent_id, ${heard.intentId}),
      check_at = case when ${isOver}::boolean then null when ${heard.isOver}::boolean then ${ctx.now} else check_at end,
      updated_at = case when status <> ${after.status} or refunded <> ${after.refunded} then ${ctx.now} else updated_at end
    where site_id = ${siteId} and id = ${payment.id}`;
  if (after.status !== payment.status && failures.has(after.status)) {
    const data = { id: payment.id, orderId: payment.orderId, status: after.status };
    await recordWebhookEvents(tx, ctx, siteId, [{ type: "payment.failed", data }]);
  }
  if (payment.orderId === null) return;
  const refunded = after.refunded - payment.refunded;
  const request = refunded > 0 ? await claimRequest(tx, siteId, payment.id, refunded) : undefined;
  const about = toCards ?? request ?? { amount: 0, adminId: null, reason: null };
  const { outcome, order } = await settleOrder(tx, ctx, siteId, payment.orderId, {
    payment: { status: after.status, refunded: after.refunded },
    isNewlyPaid: !isPaid(payment.status) && isPaidNow,
    isLost: heard.isOver && !isPaidNow,
    refundedToCards: about.amount,
    refunded: refunded + about.amount > 0 ? { ...about, amount: refunded + about.amount } : null,
    by: by && by.actor.kind !== "JOB" ? { adminId: by.actor.adminId ?? null } : null,
    email: heard.email,
    addresses: heard.addresses,
  });
  if (about.amount > 0) await refundToCards(tx, ctx, siteId, payment.orderId, { ...about, currency: payment.currency });
  if (outcome === "money-back") await addToOutbox(tx, ctx, refundTask, { siteId, paymentId: payment.id });
  if (!by) return;
  const { since = { status: order.before, refunded: order.refundedBefore }, actor, action } = by;
  const changes = changesBetween({ ...since }, { status: order.after, refunded: order.refunded });
  if (changes.length === 0) return;
  await recordChange(tx, ctx, {
    actor,
    action,
    siteId,
    target: { type: "order", id: payment.orderId, label: String(order.number) },
    changes,
  });
}

/**
 * The request for a refund that is in progress, of which the processor now reports the amount, also by an event before the request has its answer. Its part
 * for gift cards is the caller's to credit: once, and 0 afterwards.
 */
async function claimRequest(tx: Sql, siteId: string, paymentId: string, refunded: number): Promise<RefundToCards | undefined> {
  const [request] = await tx<RefundToCards & { id: string }>`
    select id, case when cards_credited then 0 else gift_card_amount end as amount, admin_id as "adminId", reason from refunds
    where site_id = ${siteId} and payment_id = ${paymentId} and amount = ${refunded} and status = 'PENDING'
    order by created_at
    limit 1`;
  if (!request) return undefined;
  const { id, ...toCards } = request;
  if (toCards.amount > 0) await tx`update refunds set cards_credited = true where site_id = ${siteId} and id = ${id}`;
  return toCards;
}

/** Locks the payment with the id. */
export async function lockPayment(tx: Sql, siteId: string, paymentId: string): Promise<LockedPayment | undefined> {
  const [payment] = await lockPayments(tx, siteId, { sessionId: null, intentId: null, reference: paymentId });
  return payment;
}

/**
 * Locks the payment of an object of the processor: by the processor's ids, or by our reference before these are known. `undefined` when
 * there is none; `conflicting` when the ids and the reference belong to two payments.
 */
export async function lockPaymentOf(tx: Sql, siteId: string, names: PaymentNames): Promise<LockedPayment | "conflicting" | undefined> {
  const { 0: payment, length } = await lockPayments(tx, siteId, names);
  if (!payment) return undefined;
  const isOther = (knownId: string | null, said: string | null) => knownId !== null && said !== null && knownId !== said;
  return length > 1 || isOther(payment.sessionId, names.sessionId) || isOther(payment.intentId, names.intentId) ? "conflicting" : payment;
}

type PaymentNames = ProcessorIds & { reference: string | null };

async function lockPayments(tx: Sql, siteId: string, { sessionId, intentId, reference }: PaymentNames): Promise<LockedPayment[]> {
  const payments = await tx<Omit<LockedPayment, "status"> & { status: string }>`
    select
      id, order_id as "orderId", amount, currency, status, status_at as "statusAt", refunded,
      processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments
    where site_id = ${siteId} and (processor_session_id = ${sessionId} or processor_intent_id = ${intentId} or id = ${reference}::uuid)
    order by id
    for no key update`;
  return payments as LockedPayment[];
}
