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
