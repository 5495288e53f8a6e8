import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Deps } from "../../deps.ts";
import type { Task } from "../../lib/outbox.ts";
import { ProcessorFailure, type ProcessorIds, type ProcessorPayment } from "../../ports/processor.ts";
import { readPaymentRequest } from "./payment.ts";
import { readPaymentSetup } from "./payment-settings.ts";
import { lockPayment, settlePayment } from "./settle.ts";

const payloadCheck = Compile(Type.Object({ siteId: Type.String(), paymentId: Type.String() }));

export type TaskDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor">;

/** What the processor calls a payment, and what the site talks to it with. */
interface Reachable extends ProcessorIds {
  secretKey: string;
}

/** Ends at the processor what was cancelled here before it was known whether it exists there. */
export async function endPayment(deps: TaskDeps, { payload }: Task): Promise<void> {
  const { siteId, paymentId } = checkedPayload(payload);
  const payment = await reach(deps, siteId, paymentId);
  if (!payment) return;
  const isKnown = payment.sessionId !== null || payment.intentId !== null;
  const ids = isKnown ? payment : await openAgain(deps, siteId, paymentId, payment.secretKey);
  if (ids) await hear(deps, siteId, paymentId, await deps.processor.end(payment.secretKey, ids));
}

/** Gives the money back that came when the goods were gone. */
export async function refundPayment(deps: TaskDeps, { payload }: Task): Promise<void> {
  const { siteId, paymentId } = checkedPayload(payload);
  const payment = await reach(deps, siteId, paymentId);
  if (!payment) throw new Error("A payment is to be refunded whose site takes no payments any more.");
  const { secretKey } = payment;
  const intentId = payment.intentId ?? (await deps.processor.read(secretKey, payment)).intentId;
  if (intentId === null) throw new ProcessorFailure("unreachable", "no_intent");
  await deps.processor.refund(secretKey, intentId, null, `refund-${paymentId}`);
  await hear(deps, siteId, paymentId, await deps.processor.read(secretKey, { sessionId: null, intentId }));
}

/** Writes down how a payment stands at the processor. Rejects when it is of another amount there: nothing of it is believed. */
export async function hear(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  found: ProcessorPayment,
): Promise<void> {
  const saving = { now: clock.now(), ids };
  await sql.begin(async (tx) => {
    const payment = await lockPayment(tx, siteId, paymentId);
    if (!payment) return;
    if (found.amount !== payment.amount || found.currency !== payment.currency) throw new ProcessorFailure("unreachable", "other_amount");
    await settlePayment(tx, saving, siteId, payment, { ...found, at: saving.now });
  });
}

/** The site's key and the payment's ids; undefined when the site's payments were switched off. */
async function reach(deps: TaskDeps, siteId: string, paymentId: string): Promise<Reachable | undefined> {
  const setup = await readPaymentSetup(deps, siteId, "");
  if (setup === "off" || setup === "incomplete") return undefined;
  const [ids] = await deps.sql<ProcessorIds>`
    select processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments where site_id = ${siteId} and id = ${paymentId}`;
  return ids && { ...ids, secretKey: setup.secretKey };
}

/** The same request again: the processor answers with what it made of the first, or makes it now, to be ended at once. */
async function openAgain(deps: TaskDeps, siteId: string, paymentId: string, secretKey: string): Promise<ProcessorIds | undefined> {
  const request = await readPaymentRequest(deps.sql, siteId, paymentId, { cancelled: true });
  if (!request) return undefined;
  try {
    return await deps.processor.open(secretKey, request);
  } catch (error) {
    // Refused for what is too old by now, say: then there is none.
    if (error instanceof ProcessorFailure && error.kind === "refused") return undefined;
    throw error;
  }
}

function checkedPayload(payload: unknown): { siteId: string; paymentId: string } {
  if (!payloadCheck.Check(payload)) throw new Error("Not the payload of a task about a payment.");
  return payload;
}
