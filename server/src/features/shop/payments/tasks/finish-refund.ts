import { task } from "../../../../lib/tasks/task.ts";
import { ProcessorFailure } from "../../../../ports/processor.ts";
import type { ProcessorDeps } from "../sync-payment.ts";
import { refund } from "../refund.ts";
import { finishRefundTask } from "../refund-task.ts";

/** Learns the result of a refund from the processor, or repeats its request, until the refund has succeeded or the processor has refused it. */
export const finishRefund = task(finishRefundTask, (deps: ProcessorDeps) => async ({ siteId, refundId }) => {
  const [attempt] = await deps.sql<{ paymentId: string; key: string | null; amount: number | null; adminId: string | null }>`
    select payment_id as "paymentId", request_key as key, amount + gift_card_amount as amount, admin_id as "adminId" from refunds
    where site_id = ${siteId} and id = ${refundId} and status = 'PENDING'`;
  if (!attempt) return;
  const { paymentId, key, amount, adminId } = attempt;
  const by = { actor: { kind: "JOB", ...(adminId !== null && { adminId }) }, action: finishRefundTask.name } as const;
  const outcome = await refund(deps, siteId, paymentId, { amount, key, by, isFinish: true });
  if (outcome === "payments-off") throw new Error("A refund is unfinished, but its site no longer has a key for the processor.");
  if (outcome === "not-paid" || outcome === "refund-under-way") throw new ProcessorFailure("unreachable", outcome);
});
