import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import { ProcessorFailure, type ProcessorIds } from "../../../ports/processor.ts";
import { syncPayment, type ProcessorDeps } from "./sync-payment.ts";
import { readSecretKey } from "./payment-settings.ts";
import { isPaid } from "./payment-status.ts";
import { countUsedCards } from "../gift-cards/index.ts";
import {
  amountOfLines,
  applyRefund,
  readRefundableOrder,
  readRefundableToCards,
  recordOrderEvent,
  type LineQuantity,
} from "../orders/index.ts";
import { finishRefundTask } from "./refund-task.ts";
import { lockPayment, settlePayment, type ChangedBy, type LockedPayment, type RefundToCards } from "./settle.ts";

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
  | "gift-card-used"
  | "refund-under-way"
  | "payments-off";

interface Attempt {
  id: string;
  key: string | null;
  /** At the processor. */
  amount: number;
  giftCardAmount: number;
  refundedBefore: number;
  status: string;
  createdAt: Date;
}

type Step = { outcome: RefundOutcome } | { call: Pick<Attempt, "id" | "amount"> };

/**
 * Refunds an amount of a payment: what gift cards have paid goes back to them first, the rest through the processor. It stores the attempt first, then calls the processor, with no transaction open, then
 * stores the result. A run that finds an attempt without a result asks the processor about it before anything else: so a repeated request
 * refunds once, whatever was lost in between. Rejects with ProcessorFailure when a call to the processor fails.
 */
export async function refund(deps: ProcessorDeps, siteId: string, paymentId: string, request: RefundRequest): Promise<RefundOutcome> {
  const { sql, clock, processor } = deps;
  if (await isPaidWithCards(sql, siteId, paymentId)) {
    const outcome = await sql.begin((tx) => refundToCardsAlone(tx, deps, siteId, paymentId, request));
    if (outcome !== undefined) return outcome;
  }
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
  const then = (tx: Transaction) => storeResult(tx, { now: clock.now(), ids: deps.ids }, siteId, id, "SUCCEEDED");
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
  tx: Transaction,
  { clock, ids }: ProcessorDeps,
  siteId: string,
  paymentId: string,
  request: RefundRequest,
  results: ReadonlyMap<string, "SUCCEEDED" | "FAILED">,
): Promise<Step> {
  const { isFinish } = request;
  const ctx = { now: clock.now(), ids };
  const payment = await lockPayment(tx, siteId, paymentId);
  if (!payment) return { outcome: "not-paid" };
  const { attempts, same } = await readAttempts(tx, siteId, payment, request);
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

  const split = await splitOf(tx, siteId, payment, request, attempts);
  if ("outcome" in split) return split;
  const call = { id: ids.secret(), amount: split.money };
  await storeAttempt(tx, ctx, siteId, payment, request, { id: call.id, ...split, status: "PENDING" });
  // If this process dies, or no answer comes, the task learns the result, or asks once more.
  await addToOutbox(tx, ctx, finishRefundTask, { siteId, refundId: call.id }, new Date(ctx.now.getTime() + unansweredMs));
  return { call };
}

/** Attempts of a payment that have no result, or have the key of the request; and the one that is the same request. */
async function readAttempts(
  tx: Sql,
  siteId: string,
  payment: LockedPayment,
  { amount, key }: RefundRequest,
): Promise<{ attempts: Attempt[]; same: Attempt | undefined }> {
  const attempts = await tx<Attempt>`
    select
      id, request_key as key, amount, gift_card_amount as "giftCardAmount", refunded_before as "refundedBefore", status,
      created_at as "createdAt"
    from refunds
    where site_id = ${siteId} and payment_id = ${payment.id} and (status = 'PENDING' or request_key = ${key})
    order by created_at`;
  const isSame = (attempt: Attempt) =>
    key !== null
      ? attempt.key === key
      : attempt.key === null &&
        (amount === null ? attempt.refundedBefore + attempt.amount === payment.amount : attempt.amount + attempt.giftCardAmount === amount);
  return { attempts, same: attempts.find((attempt) => attempt.status !== "FAILED" && isSame(attempt)) };
}

/** What goes back, in minor units. */
interface Split {
  /** Through the processor. */
  money: number;
  /** To the gift cards that have paid the order. */
  toCards: number;
}

/** How a request is shared between gift cards and the processor: what other attempts reserve is not there. */
async function splitOf(
  tx: Sql,
  siteId: string,
  payment: LockedPayment,
  { amount, lines }: RefundRequest,
  attempts: readonly Attempt[],
): Promise<Split | { outcome: RefundOutcome }> {
  if (!isPaid(payment.status)) return { outcome: "not-paid" };
  const pending = attempts.filter(({ status }) => status === "PENDING");
  const cards = payment.orderId === null ? 0 : await readRefundableToCards(tx, siteId, payment.orderId);
  const left = { money: payment.amount - payment.refunded, cards };
  if (left.money + left.cards === 0) return { outcome: "nothing-left" };
  const wanted = lines ? await amountOf(tx, siteId, payment, lines) : amount;
  if (typeof wanted === "string") return { outcome: wanted };
  if (wanted === 0) return { outcome: "no-amount" };
  if ((wanted ?? 0) > left.money + left.cards) return { outcome: "too-much" };
  const reserved = {
    money: pending.reduce((sum, attempt) => sum + attempt.amount, 0),
    cards: pending.reduce((sum, { giftCardAmount }) => sum + giftCardAmount, 0),
  };
  const free = { money: left.money - reserved.money, cards: Math.max(0, left.cards - reserved.cards) };
  if (wanted === null ? pending.length > 0 : wanted > free.money + free.cards) return { outcome: "refund-under-way" };
  const toCards = Math.min(free.cards, wanted ?? free.cards);
  return { toCards, money: wanted === null ? left.money : wanted - toCards };
}

async function storeAttempt(
  tx: Sql,
  { now }: WriteContext,
  siteId: string,
  payment: LockedPayment,
  { lines, reason, restock = false, key, by }: RefundRequest,
  { id, money, toCards, status }: Split & { id: string; status: "PENDING" | "SUCCEEDED" },
): Promise<void> {
  await tx`
    insert into refunds (
      site_id, id, payment_id, request_key, amount, gift_card_amount, cards_credited, refunded_before, status, lines, reason, restock, admin_id,
      created_at, updated_at
    )
    values (
      ${siteId}, ${id}, ${payment.id}, ${key}, ${money}, ${toCards}, ${status === "SUCCEEDED"}, ${payment.refunded}, ${status},
      ${lines ? JSON.stringify(lines) : null}::json, ${reason ?? null}, ${restock}, ${by.actor.adminId ?? null}, ${now}, ${now}
    )`;
}

async function isPaidWithCards(sql: Sql, siteId: string, paymentId: string): Promise<boolean> {
  const orders = await sql`
    select orders.id from payments
    join orders on orders.site_id = ${siteId} and orders.id = payments.order_id and orders.gift_card_amount > 0
    where payments.site_id = ${siteId} and payments.id = ${paymentId}`;
  return orders.length > 0;
}

/** Makes a refund that gift cards get as a whole: for it the processor is not needed. Undefined: there is something to ask the processor about. */
async function refundToCardsAlone(
  tx: Transaction,
  { clock, ids }: ProcessorDeps,
  siteId: string,
  paymentId: string,
  request: RefundRequest,
): Promise<RefundOutcome | undefined> {
  const ctx = { now: clock.now(), ids };
  const payment = await lockPayment(tx, siteId, paymentId);
  if (!payment || payment.orderId === null || request.isFinish) return undefined;
  const { attempts, same } = await readAttempts(tx, siteId, payment, request);
  if (same?.status === "SUCCEEDED") return "refunded-before";
  if (attempts.some(({ status }) => status === "PENDING")) return undefined;
  const split = await splitOf(tx, siteId, payment, request, attempts);
  if ("outcome" in split) return payment.amount === 0 ? split.outcome : undefined;
  if (split.money > 0) return undefined;
  await storeAttempt(tx, ctx, siteId, payment, request, { id: ids.secret(), ...split, status: "SUCCEEDED" });
  await creditCards(
    tx,
    ctx,
    siteId,
    payment,
    { amount: split.toCards, adminId: request.by.actor.adminId ?? null, reason: request.reason ?? null },
    request.by,
  );
  const { lines, restock = false } = request;
  if (lines) await applyRefund(tx, ctx, siteId, payment.orderId, { lines, restock });
  return "refunded";
}

/** Gives an amount back to the gift cards that have paid the order of a payment, about which there is nothing new. */
async function creditCards(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  payment: LockedPayment,
  toCards: RefundToCards,
  by?: ChangedBy,
): Promise<void> {
  const { status, refunded, sessionId, intentId, statusAt } = payment;
  const unchanged = { status, refunded, sessionId, intentId, at: statusAt ?? ctx.now, isOver: true, email: null };
  await settlePayment(tx, ctx, siteId, payment, unchanged, by, toCards);
}

/** The amount of units of lines. Of what other requests refund, or may refund, nothing is refunded again. */
async function amountOf(
  tx: Sql,
  siteId: string,
  payment: LockedPayment,
  lines: readonly LineQuantity[],
): Promise<number | "too-many-units" | "gift-card-used"> {
  const order = payment.orderId === null ? undefined : await readRefundableOrder(tx, siteId, payment.orderId);
  if (!order) return "too-many-units";
  const others = await tx<{ lines: LineQuantity[] | null }>`
    select lines from refunds
    where site_id = ${siteId} and payment_id = ${payment.id} and status in ('PENDING', 'SUCCEEDED') and lines is not null`;
  const before = others.flatMap(({ lines: units }) => units ?? []);
  const unitsOf = (units: readonly LineQuantity[], id: string) =>
    units.reduce((sum, each) => sum + (each.id === id ? each.quantity : 0), 0);
  const quantities = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  const isTooMany = (unusable: ReadonlyMap<string, number>) =>
    lines.some(({ id }) => unitsOf(lines, id) + unitsOf(before, id) + (unusable.get(id) ?? 0) > (quantities.get(id) ?? 0));
  if (isTooMany(new Map())) return "too-many-units";
  const usedCards = await countUsedCards(tx, siteId, payment.orderId ?? "");
  return isTooMany(usedCards) ? "gift-card-used" : amountOfLines(order, before, lines);
}

/** Stores the result of an attempt once. Units of lines are off the order with its success; a failure is an event of the order. */
async function storeResult(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  id: string,
  result: "SUCCEEDED" | "FAILED",
  code?: string,
): Promise<void> {
  const [attempt] = await tx<{
    paymentId: string;
    amount: number;
    giftCardAmount: number;
    cardsCredited: boolean;
    lines: LineQuantity[] | null;
    reason: string | null;
    restock: boolean;
    adminId: string | null;
  }>`
    select
      payment_id as "paymentId", amount, gift_card_amount as "giftCardAmount", cards_credited as "cardsCredited", lines, reason, restock,
      admin_id as "adminId"
    from refunds
    where site_id = ${siteId} and id = ${id} and status = 'PENDING'
    for no key update`;
  if (!attempt) return;
  const { paymentId, amount, giftCardAmount, cardsCredited, lines, reason, restock, adminId } = attempt;
  const isCredited: boolean = cardsCredited || result === "SUCCEEDED";
  await tx`
    update refunds set status = ${result}, cards_credited = ${isCredited}, updated_at = ${ctx.now} where site_id = ${siteId} and id = ${id}`;
  const payment = await lockPayment(tx, siteId, paymentId);
  if (!payment || payment.orderId === null) return;
  const { orderId } = payment;
  // Where the processor reported another amount than that of the attempt, such as two refunds at once.
  if (result === "SUCCEEDED" && giftCardAmount > 0 && !cardsCredited)
    await creditCards(tx, ctx, siteId, payment, { amount: giftCardAmount, adminId, reason });
  if (result === "SUCCEEDED" && lines) await applyRefund(tx, ctx, siteId, orderId, { lines, restock });
  if (result === "FAILED") {
    const details = { amount: amount + giftCardAmount, ...(code !== undefined && { code }) };
    await recordOrderEvent(tx, ctx, siteId, { orderId, kind: "REFUND_FAILED", adminId, details });
  }
}
