import { task } from "../../../lib/tasks/task.ts";
import { ProcessorFailure, type ProcessorIds } from "../../../ports/processor.ts";
import { hear, type ProcessorDeps } from "../hear.ts";
import { readSecretKey } from "../payment-settings.ts";
import { refundTask } from "../refund-task.ts";

/** Refunds money that arrived after the items were sold out. */
export const refundPayment = task(refundTask, (deps: ProcessorDeps) => async ({ siteId, paymentId }) => {
  const secretKey = await readSecretKey(deps, siteId);
  const [ids] = await deps.sql<ProcessorIds>`
    select processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments where site_id = ${siteId} and id = ${paymentId}`;
  if (!ids || secretKey === undefined) throw new Error("A payment is to be refunded whose site has no key of the processor any more.");
  const intentId = ids.intentId ?? (await deps.processor.read(secretKey, ids)).intentId;
  if (intentId === null) throw new ProcessorFailure("unreachable", "no_intent");
  await deps.processor.refund(secretKey, intentId, null, `refund-${paymentId}`);
  await hear(deps, siteId, paymentId, () => deps.processor.read(secretKey, { sessionId: null, intentId }), by);
});

const by = { actor: { kind: "JOB" }, action: refundTask.name } as const;
