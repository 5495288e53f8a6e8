import { ProcessorFailure, type ProcessorIds } from "../../../ports/processor.ts";
import { claimCancellation } from "../orders/index.ts";
import { abandonPayment, cancelHere } from "./open-payment.ts";
import { readSecretKey } from "./payment-settings.ts";
import { syncPayment, type ProcessorDeps } from "./sync-payment.ts";
import { refund, type RefundOutcome, type RefundRequest } from "./refund.ts";
import type { ChangedBy } from "./settle.ts";

/** The result, and the order's status. `refused` says why nothing was done. */
export interface OrderEnd {
  status: string;
  paymentStatus?: string | undefined;
  refused?: "no-such-order" | "not-pending" | "under-way" | Exclude<RefundOutcome, "refunded" | "refunded-before">;
  /** The refund was made by an earlier run of the same request, whose response was lost; this run refunded nothing more. */
  isEarlier?: true;
}

interface OrderPayment extends ProcessorIds {
  orderId: string;
  status: string;
  paymentStatus: string;
  paymentId: string;
  amount: number;
  refunded: number;
}

/** Ends a pending order and its payment for the shop. Rejects with ProcessorFailure when the call to the processor fails. */
export async function cancelOrder(deps: ProcessorDeps, siteId: string, number: number, staff: ChangedBy): Promise<OrderEnd> {
  const order = await readOrderPayment(deps, siteId, number);
  if (!order) return { status: "", refused: "no-such-order" };
  const by = { ...staff, since: { status: order.status, refunded: order.refunded } };
  const since = deps.clock.now();
  if (order.status !== "PENDING") return { status: order.status, refused: "not-pending" };
  if (order.sessionId === null && order.intentId === null) {
    await abandonPayment(deps, siteId, order.paymentId, { mayExist: true, by });
  } else {
    const secretKey = await readSecretKey(deps, siteId);
    if (secretKey === undefined) return { status: order.status, refused: "payments-off" };
    try {
      await syncPayment(deps, siteId, order.paymentId, () => deps.processor.end(secretKey, order), { by });
    } catch (error) {
      // An invalid key gives no information. The payment check ends it at the processor when it can.
      if (!(error instanceof ProcessorFailure) || error.kind !== "refused") throw error;
      await cancelHere(deps, siteId, order.paymentId, { mayExist: true, by });
    }
  }
  const status = (await readOrderPayment(deps, siteId, number))?.status ?? "";
  if (status === "CANCELLED") {
    // The processor's event about the end may have come first.
    const ctx = { now: deps.clock.now(), ids: deps.ids };
    await deps.sql.begin((tx) => claimCancellation(tx, ctx, siteId, order.orderId, { adminId: staff.actor.adminId ?? null, since }));
  }
  return status === "PENDING" ? { status, refused: "under-way" } : { status };
}

/** Refunds an amount of an order's payment, or units of its lines. A repeated request refunds once. */
export async function refundOrder(
  deps: ProcessorDeps,
  siteId: string,
  number: number,
  { by: staff, ...request }: RefundRequest,
): Promise<OrderEnd> {
  const order = await readOrderPayment(deps, siteId, number);
  if (!order) return { status: "", refused: "no-such-order" };
  const by = { ...staff, since: { status: order.status, refunded: order.refunded } };
  // The status of the payment decides: a cancelled order whose money came too late has an amount to refund.
  const outcome = await refund(deps, siteId, order.paymentId, { ...request, by });
  const after = await readOrderPayment(deps, siteId, number);
  const { status, paymentStatus } = after ?? order;
  // Somebody had refunded it in the processor's dashboard: this run has recorded it.
  const isRecorded = outcome === "nothing-left" && after !== undefined && after.refunded > order.refunded && request.key === null;
  if (outcome === "refunded" || isRecorded) return { status, paymentStatus };
  return outcome === "refunded-before" ? { status, paymentStatus, isEarlier: true } : { status, refused: outcome };
}

async function readOrderPayment({ sql }: ProcessorDeps, siteId: string, number: number): Promise<OrderPayment | undefined> {
  const [order] = await sql<OrderPayment>`
    select
      orders.id as "orderId",
      orders.status,
      payments.status as "paymentStatus",
      payments.id as "paymentId",
      payments.amount,
      payments.refunded + orders.gift_card_refunded as refunded,
      payments.processor_session_id as "sessionId",
      payments.processor_intent_id as "intentId"
    from orders
    join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
    where orders.site_id = ${siteId} and orders.number = ${number}`;
  return order;
}
