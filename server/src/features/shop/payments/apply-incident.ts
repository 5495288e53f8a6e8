import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import type { PaymentIncident } from "../../../ports/processor.ts";
import { recordOrderEvent } from "../orders/index.ts";
import { isFirstEvent } from "./first-event.ts";
import { lockPaymentOf, type LockedPayment } from "./settle.ts";
import { sendPaymentNotice } from "./tasks/payment-notice.ts";

/**
 * Applies a dispute or a failed refund to its payment. Each takes effect once: the processor reports some of them by events of two types.
 * False: the payment is unknown.
 */
export async function applyIncident(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  type: string,
  incident: PaymentIncident,
): Promise<boolean> {
  const payment = await lockPaymentOf(tx, siteId, incident.of);
  if (!payment || payment === "conflicting") return false;
  const event = { id: `${incident.kind} ${incident.id}`, type, paymentId: payment.id };
  if (await isFirstEvent(tx, ctx, siteId, event)) await recordIncident(tx, ctx, siteId, payment, incident);
  return true;
}

/**
 * Records an incident in the timeline of the payment's order, and tells the site's people. It does not change what was paid and refunded: the
 * processor reports that by itself.
 */
async function recordIncident(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  payment: LockedPayment,
  incident: PaymentIncident,
): Promise<void> {
  const { kind, amount, reason, respondByMs, outcome } = incident;
  if (kind === "REFUND_FAILED" && incident.refund !== null && !(await failRefund(tx, ctx, siteId, payment.id, incident.refund))) return;
  // An amount of another currency would be read as one of the order.
  const isOfPayment = incident.currency === null || incident.currency === payment.currency;
  const respondBy = respondByMs === null ? null : new Date(respondByMs).toISOString();
  if (payment.orderId !== null) {
    const about = { ...(isOfPayment && { amount }), ...(reason !== null && { code: reason }) };
    const details = {
      REFUND_FAILED: about,
      DISPUTED: { ...about, ...(respondBy !== null && { respondBy }) },
      DISPUTE_CLOSED: { ...about, ...(outcome !== null && { outcome }) },
    }[kind];
    await recordOrderEvent(tx, ctx, siteId, { orderId: payment.orderId, kind, adminId: null, details });
  }
  const currency = incident.currency ?? payment.currency;
  await addToOutbox(tx, ctx, sendPaymentNotice, {
    siteId,
    paymentId: payment.id,
    orderId: payment.orderId,
    kind,
    amount,
    currency,
    reason,
    respondBy,
    outcome,
  });
}

/** Stores that a refund failed at last. False: that is stored already. An attempt without a result yet gets it from the task that finishes refunds. */
async function failRefund(tx: Sql, { now }: WriteContext, siteId: string, paymentId: string, id: string): Promise<boolean> {
  const [attempt] = await tx<{ status: string }>`
    select status from refunds where site_id = ${siteId} and payment_id = ${paymentId} and id = ${id} for no key update`;
  // Made at the processor, or by an earlier version.
  if (!attempt) return true;
  if (attempt.status !== "SUCCEEDED") return false;
  await tx`update refunds set status = 'FAILED', updated_at = ${now} where site_id = ${siteId} and id = ${id}`;
  return true;
}
