import { task } from "../../../../lib/tasks/task.ts";
import { ProcessorFailure } from "../../../../ports/processor.ts";
import type { ProcessorDeps } from "../sync-payment.ts";
import { refund } from "../refund.ts";
import { refundTask } from "../refund-task.ts";

/** Refunds money that arrived after the items were sold out. */
export const refundPayment = task(refundTask, (deps: ProcessorDeps) => async ({ siteId, paymentId }) => {
  const outcome = await refund(deps, siteId, paymentId, { amount: null, key: refundTask.name, by });
  if (outcome === "payments-off") throw new Error("A payment must be refunded, but its site no longer has a key for the processor.");
  // "nothing-left": somebody refunded it by hand.
  const isDone = outcome === "refunded" || outcome === "refunded-before" || outcome === "nothing-left";
  if (!isDone) throw new ProcessorFailure("unreachable", outcome);
});

const by = { actor: { kind: "JOB" }, action: refundTask.name } as const;
