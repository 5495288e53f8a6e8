import { Type } from "typebox";
import type { TaskKind } from "../../lib/tasks/task.ts";

const Payload = Type.Object({ siteId: Type.String(), paymentId: Type.String() });

/**
 * Gives somebody's money back: neither skipped nor given up. Apart from what does it, which settles the payment; and to settle one
 * may add this.
 */
export const refundTask: TaskKind<typeof Payload> & { payload: typeof Payload } = {
  name: "refund-payment",
  lane: "money",
  isNeverGivenUp: true,
  payload: Payload,
};
