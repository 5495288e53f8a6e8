import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { ProcessorFailure, type ProcessorIds } from "../../../ports/processor.ts";
import { syncPayment, type ProcessorDeps } from "./sync-payment.ts";
import { readSecretKey } from "./payment-settings.ts";
import { isPaid } from "./payment-status.ts";
import { amountOfLines, applyRefund, readRefundableOrder, recordOrderEvent, type LineQuantity } from "../orders/index.ts";
import { finishRefundTask } from "./refund-task.ts";
import { lockPayment, type ChangedBy, type LockedPayment } from "./settle.ts";

/** An unanswered call to the processor ends within seconds: later, a refund that the processor does not have was never made. */
const unansweredMs = 2 * 60_000;

/** A request for a refund. */
export interface RefundRequest {
  /** In minor units; null: the whole remainder, or the amount of the lines. */
  amount: number | null;
  /** The units whose price is refunded, instead of an amount. */
  lines?: readonly LineQuantity[];
  reason?: string;
  /** The units of the lines go back to stock. */
  restock?: boolean;
  /** Finishes an attempt that was made earlier, and makes none. */
  isFinish?: true;
  /** The same key is the same refund. Null: an unanswered refund of the same amount counts as the same. */
  key: string | null;
  by: ChangedBy;
}

/** `refunded-before`: an earlier run of the same request had its effect, and this one had none. */
export type RefundOutcome =
  | "refunded"
  | "refunded-before"
  | "not-paid"
  | "nothing-left"
  | "too-much"
  | "too-many-units"
  | "no-amount"
  | "refund-under-way"
  | "payments-off";

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
    if (isRefused) {
      const { reason } = error;
      await sql.begin((tx) => storeResult(tx, { now: clock.now(), ids: deps.ids }, siteId, id, "FAILED", reason));
    }
    throw error;
  }
  // Together with what the processor says of the payment: until then the attempt has no result.
  const then = (tx: Sql) => storeResult(tx, { now: clock.now(), ids: deps.ids }, siteId, id, "SUCCEEDED");
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
  { amount: requestedAmount, lines, reason, restock = false, isFinish, key, by }: RefundRequest,
  results: ReadonlyMap<string, "SUCCEEDED" | "FAILED">,
): Promise<Step> {
  const ctx = { now: clock.now(), ids };
  const payment = await lockPayment(tx, siteId, paymentId);
  if (!payment) return { outcome: "not-paid" };
  const attempts = await tx<Attempt>`
    select id, request_key as key, amount, refunded_before as "refundedBefore", status, created_at as "createdAt" from refunds
    where site_id = ${siteId} and payment_id = ${paymentId} and (status = 'PENDING' or request_key = ${key})
    order by created_at`;
  const isSame = (attempt: Attempt) =>
    key !== null
      ? attempt.key === key
      : attempt.key === null &&
        (requestedAmount === null ? attempt.refundedBefore + attempt.amount === payment.amount : attempt.amount === requestedAmount);
  const same = attempts.find((attempt) => attempt.status !== "FAILED" && isSame(attempt));
  for (const attempt of attempts) {
    const result = results.get(attempt.id);
    // The same request repeats its call, with the same id, however late: only another one may take its place.
    if (attempt.status !== "PENDING" || !result || (result === "FAILED" && attempt === same)) continue;
    await storeResult(tx, ctx, siteId, attempt.id, result);
    attempt.status = result;
  }
  if (same?.status === "SUCCEEDED") return { outcome: "refunded-before" };
  if (same) return { call: same };
  if (isFinish) return { outcome: "nothing-left" };

  if (!isPaid(payment.status)) return { outcome: "not-paid" };
  if (payment.status === "REFUNDED") return { outcome: "nothing-left" };
  const wanted = lines ? await amountOf(tx, siteId, payment, lines) : requestedAmount;
  if (wanted === "too-many-units") return { outcome: wanted };
  if (wanted === 0) return { outcome: "no-amount" };
  const left = payment.amount - payment.refunded;
  const reserved = attempts.reduce((sum, { status, amount }) => sum + (status === "PENDING" ? amount : 0), 0);
  if ((wanted ?? 0) > left) return { outcome: "too-much" };
  if (wanted === null ? reserved > 0 : wanted > left - reserved) return { outcome: "refund-under-way" };
  const call = { id: ids.secret(), amount: wanted ?? left };
  await tx`
    insert into refunds (
      site_id, id, payment_id, request_key, amount, refunded_before, status, lines, reason, restock, admin_id, created_at, updated_at
    )
    values (
      ${siteId}, ${call.id}, ${paymentId}, ${key}, ${call.amount}, ${payment.refunded}, 'PENDING', ${lines ? JSON.stringify(lines) : null}::json,
      ${reason ?? null}, ${restock}, ${by.actor.adminId ?? null}, ${ctx.now}, ${ctx.now}
    )`;
  // If this process dies, or no answer comes, the task learns the result, or asks once more.
  await addToOutbox(tx, ctx, finishRefundTask, { siteId, refundId: call.id }, new Date(ctx.now.getTime() + unansweredMs));
  return { call };
}

/** The amount of units of lines. Of what other requests refund, or may refund, nothing is refunded again. */
async function amountOf(
  tx: Sql,
  siteId: string,
  payment: LockedPayment,
  lines: readonly LineQuantity[],
): Promise<number | "too-many-units"> {
  const order = payment.orderId === null ? undefined : await readRefundableOrder(tx, siteId, payment.orderId);
  if (!order) return "too-many-units";
  const others = await tx<{ lines: LineQuantity[] | null }>`
    select lines from refunds
    where site_id = ${siteId} and payment_id = ${payment.id} and status in ('PENDING', 'SUCCEEDED') and lines is not null`;
  const before = others.flatMap(({ lines: units }) => units ?? []);
  const unitsOf = (units: readonly LineQuantity[], id: string) =>
    units.reduce((sum, each) => sum + (each.id === id ? each.quantity : 0), 0);
  const quantities = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  const isTooMany = lines.some(({ id }) => unitsOf(lines, id) + unitsOf(before, id) > (quantities.get(id) ?? 0));
  return isTooMany ? "too-many-units" : amountOfLines(order, before, lines);
}

/** Stores the result of an attempt once. Units of lines are off the order with its success; a failure is an event of the order. */
async function storeResult(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  id: string,
  result: "SUCCEEDED" | "FAILED",
  code?: string,
): Promise<void> {
  const [attempt] = await tx<{ paymentId: string; amount: number; lines: LineQuantity[] | null; restock: boolean; adminId: string | null }>`
    update refunds set status = ${result}, updated_at = ${ctx.now}
    where site_id = ${siteId} and id = ${id} and status = 'PENDING'
    returning payment_id as "paymentId", amount, lines, restock, admin_id as "adminId"`;
  if (!attempt) return;
  const { paymentId, amount, lines, restock, adminId } = attempt;
  const [payment] = await tx<{ orderId: string | null }>`
    select order_id as "orderId" from payments where site_id = ${siteId} and id = ${paymentId}`;
  if (!payment || payment.orderId === null) return;
  const { orderId } = payment;
  if (result === "SUCCEEDED" && lines) await applyRefund(tx, ctx, siteId, orderId, { lines, restock });
  if (result === "FAILED") {
    const details = { amount, ...(code !== undefined && { code }) };
    await recordOrderEvent(tx, ctx, siteId, { orderId, kind: "REFUND_FAILED", adminId, details });
  }
}
