import type { Sql } from "../../../ports/database.ts";
import { ProcessorFailure, type ProcessorIds } from "../../../ports/processor.ts";
import { syncPayment, type ProcessorDeps } from "./sync-payment.ts";
import { readSecretKey } from "./payment-settings.ts";
import { isPaid } from "./payment-status.ts";
import { lockPayment, type ChangedBy } from "./settle.ts";

/** An unanswered call to the processor ends within seconds: later, a refund that the processor does not have was never made. */
const unansweredMs = 2 * 60_000;

/** A request for a refund, in minor units; null: the whole remainder. */
export interface RefundRequest {
  amount: number | null;
  /** The same key is the same refund. Null: an unanswered refund of the same amount counts as the same. */
  key: string | null;
  by: ChangedBy;
}

/** `refunded-before`: an earlier run of the same request had its effect, and this one had none. */
export type RefundOutcome = "refunded" | "refunded-before" | "not-paid" | "nothing-left" | "too-much" | "refund-under-way" | "payments-off";

interface Attempt {
  id: string;
  key: string | null;
  amount: number;
  refundedBefore: number;
  status: string;
  createdAt: Date;
}

type Step = { outcome: RefundOutcome } | { call: Pick<Attempt, "id" | "amount"> };

/**
 * Refunds an amount of a payment through the processor. It stores the attempt first, then calls the processor, with no transaction open, then
 * stores the result. A run that finds an attempt without a result asks the processor about it before anything else: so a repeated request
 * refunds once, whatever was lost in between. Rejects with ProcessorFailure when a call to the processor fails.
 */
export async function refund(deps: ProcessorDeps, siteId: string, paymentId: string, request: RefundRequest): Promise<RefundOutcome> {
  const { sql, clock, processor } = deps;
  const secretKey = await readSecretKey(deps, siteId);
  if (secretKey === undefined) return "payments-off";
  const intentId = await findIntent(deps, siteId, paymentId, secretKey);
  if (intentId === undefined) return "not-paid";

  const results = new Map<string, "SUCCEEDED" | "FAILED">();
  for (const { id, createdAt } of await unanswered(sql, siteId, paymentId)) {
    const isOld = clock.now().getTime() - createdAt.getTime() > unansweredMs;
    const result = (await processor.findRefund(secretKey, intentId, id)) ?? (isOld ? "FAILED" : undefined);
    if (result) results.set(id, result);
  }
  const readPayment = () => processor.read(secretKey, { sessionId: null, intentId });
  const step = await syncPayment(deps, siteId, paymentId, readPayment, {
    by: request.by,
    then: (tx) => nextStep(tx, deps, siteId, paymentId, request, results),
  });
  if (!step) return "not-paid";
  if ("outcome" in step) return step.outcome;

  const { id, amount } = step.call;
  try {
    await processor.refund(secretKey, intentId, amount, id);
  } catch (error) {
    // Of any other failure the result is unknown.
    const isRefused = error instanceof ProcessorFailure && (error.kind === "refused" || error.kind === "declined");
    if (isRefused) await storeResult(sql, clock.now(), siteId, id, "FAILED");
    throw error;
  }
  // Together with what the processor says of the payment: until then the attempt has no result.
  const then = (tx: Sql) => storeResult(tx, clock.now(), siteId, id, "SUCCEEDED");
  await syncPayment(deps, siteId, paymentId, readPayment, { by: request.by, then });
  return "refunded";
}

async function findIntent(
  { sql, processor }: ProcessorDeps,
  siteId: string,
  paymentId: string,
  secretKey: string,
): Promise<string | undefined> {
  const [ids] = await sql<ProcessorIds>`
    select processor_session_id as "sessionId", processor_intent_id as "intentId"
    from payments where site_id = ${siteId} and id = ${paymentId}`;
  if (!ids || (ids.sessionId === null && ids.intentId === null)) return undefined;
  return ids.intentId ?? (await processor.read(secretKey, ids)).intentId ?? undefined;
}

async function unanswered(sql: Sql, siteId: string, paymentId: string): Promise<{ id: string; createdAt: Date }[]> {
  return sql<{ id: string; createdAt: Date }>`
    select id, created_at as "createdAt" from refunds
    where site_id = ${siteId} and payment_id = ${paymentId} and status = 'PENDING'
    order by created_at`;
}

/** Decides, under the lock of the payment, what this request does: attempts in parallel never exceed what was paid. */
async function nextStep(
  tx: Sql,
  { clock, ids }: ProcessorDeps,
  siteId: string,
  paymentId: string,
  { amount: wanted, key }: RefundRequest,
  results: ReadonlyMap<string, "SUCCEEDED" | "FAILED">,
): Promise<Step> {
  const now = clock.now();
  const payment = await lockPayment(tx, siteId, paymentId);
  if (!payment) return { outcome: "not-paid" };
  const attempts = await tx<Attempt>`
    select id, request_key as key, amount, refunded_before as "refundedBefore", status, created_at as "createdAt" from refunds
    where site_id = ${siteId} and payment_id = ${paymentId} and (status = 'PENDING' or request_key = ${key})
    order by created_at`;
  const isSame = (attempt: Attempt) =>
    key !== null
      ? attempt.key === key
      : attempt.key === null && (wanted === null ? attempt.refundedBefore + attempt.amount === payment.amount : attempt.amount === wanted);
  const same = attempts.find((attempt) => attempt.status !== "FAILED" && isSame(attempt));
  for (const attempt of attempts) {
    const result = results.get(attempt.id);
    // The same request repeats its call, with the same id, however late: only another one may take its place.
    if (attempt.status !== "PENDING" || !result || (result === "FAILED" && attempt === same)) continue;
    await storeResult(tx, now, siteId, attempt.id, result);
    attempt.status = result;
  }
  if (same?.status === "SUCCEEDED") return { outcome: "refunded-before" };
  if (same) return { call: same };

  if (!isPaid(payment.status)) return { outcome: "not-paid" };
  if (payment.status === "REFUNDED") return { outcome: "nothing-left" };
  const left = payment.amount - payment.refunded;
  const reserved = attempts.reduce((sum, { status, amount }) => sum + (status === "PENDING" ? amount : 0), 0);
  if ((wanted ?? 0) > left) return { outcome: "too-much" };
  if (wanted === null ? reserved > 0 : wanted > left - reserved) return { outcome: "refund-under-way" };
  const call = { id: ids.secret(), amount: wanted ?? left };
  await tx`
    insert into refunds (site_id, id, payment_id, request_key, amount, refunded_before, status, created_at, updated_at)
    values (${siteId}, ${call.id}, ${paymentId}, ${key}, ${call.amount}, ${payment.refunded}, 'PENDING', ${now}, ${now})`;
  return { call };
}

async function storeResult(sql: Sql, now: Date, siteId: string, id: string, result: "SUCCEEDED" | "FAILED"): Promise<void> {
  await sql`
    update refunds set status = ${result}, updated_at = ${now}
    where site_id = ${siteId} and id = ${id} and status = 'PENDING'`;
}
