import { canonicalEmail } from "../../../lib/text/email-address.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { Transaction } from "../../../ports/database.ts";
import { ProcessorFailure, type ProcessorIds, type ProcessorPayment } from "../../../ports/processor.ts";
import { lockForReplacement, type NextOrder } from "../orders/index.ts";
import { syncPayment, type ProcessorDeps } from "./sync-payment.ts";
import { problemOf, type OpeningDeps } from "./open-payment.ts";
import { isPaid } from "./payment-status.ts";
import { lockPayment, settlePayment, type PaymentUpdate } from "./settle.ts";

export const orderPaid = problem("order_paid", 409, "The order has been paid, or its payment is being processed");

/** An unpaid payment that is over at the processor, and not yet here. */
export interface EndedPayment {
  id: string;
  heard: PaymentUpdate;
}

/**
 * Ends the payment of a pending order at the processor, before another order takes its place; undefined when there is nothing to end. Throws
 * `order_paid` when it was paid, or a bank is processing it. If the caller's transaction fails or its process dies, the order is still pending
 * here: another try ends the payment again, and the processor's event or the payment check cancels the order.
 */
export async function endReplaced(
  deps: OpeningDeps & ProcessorDeps,
  siteId: string,
  secretKey: string,
  orderId: string,
): Promise<EndedPayment | undefined> {
  const { sql, clock, processor, log } = deps;
  const [payment] = await sql<ProcessorIds & { id: string; status: string; amount: number; currency: string }>`
    select id, status, amount, currency, processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments where site_id = ${siteId} and order_id = ${orderId}`;
  if (!payment || payment.status === "CANCELLED") return undefined;
  const at = clock.now();
  // Its opening is in progress, or its process died: the payment check ends what may exist at the processor.
  const unopened = { status: "CANCELLED", isOver: true, isToBeEnded: true, refunded: 0, email: null } as const;
  if (payment.sessionId === null && payment.intentId === null) {
    return { id: payment.id, heard: { ...unopened, at, sessionId: null, intentId: null } };
  }
  let endedPayment: ProcessorPayment;
  try {
    endedPayment = await processor.end(secretKey, payment);
    if (isPaid(endedPayment.status) || !endedPayment.isOver) await syncPayment(deps, siteId, payment.id, async () => endedPayment);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    log.warn({ siteId, kind: error.kind, reason: error.reason }, "a payment could not be replaced");
    throw problemOf(error, payment);
  }
  if (isPaid(endedPayment.status) || !endedPayment.isOver) throw new ProblemError(orderPaid);
  return { id: payment.id, heard: { ...endedPayment, at, email: canonicalEmail(endedPayment.email ?? "") ?? null } };
}

/**
 * Stores the end of a replaced payment, which cancels its order and returns what it took. `next`: what the caller
 * takes afterwards. Throws `order_paid` when an event reported a payment meanwhile.
 */
export async function storeReplaced(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  ended: EndedPayment,
  next: NextOrder,
): Promise<void> {
  const payment = await lockPayment(tx, siteId, ended.id);
  if (!payment) return;
  if (isPaid(payment.status) || payment.status === "PROCESSING") throw new ProblemError(orderPaid);
  // Before the first of them changes: two orders that replace others would deadlock.
  if (payment.orderId !== null) await lockForReplacement(tx, siteId, payment.orderId, next);
  await settlePayment(tx, ctx, siteId, payment, ended.heard);
}
