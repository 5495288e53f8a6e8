import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Deps } from "../../deps.ts";
import type { Task } from "../../lib/outbox.ts";
import { ProcessorFailure, type ProcessorIds, type ProcessorPayment } from "../../ports/processor.ts";
import { readSecretKey } from "./payment-settings.ts";
import { lockPayment, settlePayment } from "./settle.ts";

const payloadCheck = Compile(Type.Object({ siteId: Type.String(), paymentId: Type.String() }));

/** What asking the processor takes. */
export type ProcessorDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor">;

/** What the processor calls a payment, and what the site talks to it with. */
interface Reachable extends ProcessorIds {
  secretKey: string;
}

/** Gives the money back that came when the goods were gone. */
export async function refundPayment(deps: ProcessorDeps, { payload }: Task): Promise<void> {
  const { siteId, paymentId } = checkedPayload(payload);
  const payment = await reach(deps, siteId, paymentId);
  if (!payment) throw new Error("A payment is to be refunded whose site has no key of the processor any more.");
  const { secretKey } = payment;
  const intentId = payment.intentId ?? (await deps.processor.read(secretKey, payment)).intentId;
  if (intentId === null) throw new ProcessorFailure("unreachable", "no_intent");
  await deps.processor.refund(secretKey, intentId, null, `refund-${paymentId}`);
  await hear(deps, siteId, paymentId, () => deps.processor.read(secretKey, { sessionId: null, intentId }));
}

/** Asks how a payment stands at the processor, and writes it down. Rejects when it is of another amount there: nothing of it is believed. */
export async function hear(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  ask: () => Promise<ProcessorPayment>,
): Promise<void> {
  // Of before it was asked: what happens while the answer is on its way is later than the answer.
  const at = clock.now();
  const found = await ask();
  const saving = { now: clock.now(), ids };
  await sql.begin(async (tx) => {
    const payment = await lockPayment(tx, siteId, paymentId);
    if (!payment) return;
    if (found.amount !== payment.amount || found.currency !== payment.currency) throw new ProcessorFailure("unreachable", "other_amount");
    await settlePayment(tx, saving, siteId, payment, { ...found, at });
  });
}

/** The site's key and the payment's ids; undefined when the site has no key any more. */
async function reach(deps: ProcessorDeps, siteId: string, paymentId: string): Promise<Reachable | undefined> {
  const secretKey = await readSecretKey(deps, siteId);
  const [ids] = await deps.sql<ProcessorIds>`
    select processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments where site_id = ${siteId} and id = ${paymentId}`;
  return ids && secretKey !== undefined ? { ...ids, secretKey } : undefined;
}

function checkedPayload(payload: unknown): { siteId: string; paymentId: string } {
  if (!payloadCheck.Check(payload)) throw new Error("Not the payload of a task about a payment.");
  return payload;
}
