import { Type } from "typebox";
import type { TaskKind } from "../../../lib/tasks/task.ts";

const Payload = Type.Object({ siteId: Type.String(), paymentId: Type.String() });

/**
 * Refunds a payer's money: neither skipped nor given up. Separate from its handler, which settles the payment, because settling a payment
 * may add this task.
 */
export const refundTask: TaskKind<typeof Payload> & { payload: typeof Payload } = {
  name: "refund-payment",
  lane: "money",
  isNeverGivenUp: true,
  payload: Payload,
};

const AttemptPayload = Type.Object({ siteId: Type.String(), refundId: Type.String() });

/** Finishes a refund whose answer may have been lost. In most cases it has nothing left to do. */
export const finishRefundTask: TaskKind<typeof AttemptPayload> & { payload: typeof AttemptPayload } = {
  name: "finish-refund",
  lane: "money",
  isNeverGivenUp: true,
  payload: AttemptPayload,
};
