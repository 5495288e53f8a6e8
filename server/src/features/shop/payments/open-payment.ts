import type { Deps } from "../../../deps.ts";
import { problem, ProblemError, validationFailed } from "../../../lib/http/problem.ts";
import { currencyStep } from "../../../lib/text/money.ts";
import { isUniqueViolation } from "../../../ports/database.ts";
import { ProcessorFailure, type OpenedPayment, type PaymentRequest } from "../../../ports/processor.ts";
import { lockPayment, settlePayment, type ChangedBy, type PaymentUpdate } from "./settle.ts";
import { openedCheckAfterMs } from "./payment.ts";

export const processorError = problem("processor_error", 502, "The payment processor returned an error");
const processorTimeout = problem("processor_timeout", 504, "The payment processor did not answer in time");
export const amountOutOfRange = problem("amount_out_of_range", 400, "The amount is too small or too large");

/** The problems that opening a payment can cause. */
export const openingProblems = [processorError, processorTimeout, amountOutOfRange];

export type OpeningDeps = Pick<Deps, "sql" | "clock" | "ids" | "log" | "processor">;

/**
 * Has the processor open a stored payment, and stores the processor's ids. Returns the data that the payer needs. On failure it cancels the
 * payment, with its order, and throws a problem. The processor knows the payment by its reference, so that a repeated request, after a
 * crash for example, returns the same one.
 */
export async function openPayment(deps: OpeningDeps, siteId: string, secretKey: string, request: PaymentRequest): Promise<string> {
  const { log, processor } = deps;
  const { reference } = request;
  let opened: OpenedPayment;
  try {
    opened = await processor.open(secretKey, request);
  } catch (error) {
    // Only a refused payment is known not to exist.
    const isRefused = error instanceof ProcessorFailure && error.kind === "refused";
    await abandonPayment(deps, siteId, reference, { mayExist: !isRefused });
    if (!(error instanceof ProcessorFailure)) throw error;
    const { kind, reason } = error;
    log.warn({ siteId, kind, reason }, "a payment could not be opened");
    throw problemOf(error, request);
  }
  const isStored = await storeOpened(deps, siteId, reference, opened).catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    await abandonPayment(deps, siteId, reference, { mayExist: true });
    log.warn({ siteId, kind: "unreachable", reason: "id_of_another" }, "a payment could not be opened");
    throw problemOf(new ProcessorFailure("unreachable", "id_of_another"), request);
  });
  // Another process assumed that this one was gone: it cancelled the payment, and ends it at the processor.
  if (!isStored) throw problemOf(new ProcessorFailure("timeout"), request);
  return opened.handover;
}

/** Stores the processor's ids for the payment; false when it was given up meanwhile. Rejects when another payment has these ids. */
async function storeOpened(
  { sql, clock }: OpeningDeps,
  siteId: string,
  reference: string,
  { sessionId, intentId }: OpenedPayment,
): Promise<boolean> {
  const checkAt = new Date(clock.now().getTime() + openedCheckAfterMs);
  const updatedPayments = await sql<{ id: string }>`
    update payments set
      processor_session_id = ${sessionId},
      processor_intent_id = coalesce(${intentId}, processor_intent_id),
      check_at = case when check_at is null then null else ${checkAt}::timestamptz end
    where site_id = ${siteId} and id = ${reference} and status <> 'CANCELLED'
    returning id`;
  return updatedPayments.length > 0;
}

/**
 * Cancels a payment that was never opened, with its order; unless it was opened meanwhile. The payment check ends any payment that may
 * exist at the processor.
 */
export async function abandonPayment(
  deps: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  { mayExist, by }: { mayExist: boolean; by?: ChangedBy },
): Promise<void> {
  await cancelHere(deps, siteId, paymentId, { mayExist, onlyUnopened: true, ...(by && { by }) });
}

/** Cancels a payment here, with its order, regardless of its state at the processor, where the payment check ends it. */
export async function cancelHere(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  { mayExist, onlyUnopened = false, by }: { mayExist: boolean; onlyUnopened?: boolean; by?: ChangedBy },
): Promise<void> {
  const now = clock.now();
  await sql.begin(async (tx) => {
    const payment = await lockPayment(tx, siteId, paymentId);
    if (!payment || (onlyUnopened && (payment.sessionId !== null || payment.intentId !== null))) return;
    const nothing = { sessionId: null, intentId: null, refunded: 0, email: null };
    const cancelled: PaymentUpdate = { ...nothing, status: "CANCELLED", at: now, isOver: true, isToBeEnded: mayExist };
    await settlePayment(tx, { now, ids }, siteId, payment, cancelled, by);
  });
}

const retryAfter = { "retry-after": "5" };

export function problemOf(
  { kind, reason }: ProcessorFailure,
  { amount, currency }: Pick<PaymentRequest, "amount" | "currency">,
): ProblemError {
  // The last reason means a currency whose amounts have larger steps.
  if (reason === "amount_too_small" || reason === "amount_too_large" || reason === "parameter_invalid_integer") {
    const step = currencyStep(currency);
    const detail =
      amount % step === 0
        ? "The payment processor does not take this amount in this currency."
        : `The payment processor takes only multiples of ${step} in ${currency.toUpperCase()}, not ${amount}.`;
    return new ProblemError(amountOutOfRange, { detail });
  }
  // The processor refused the caller's input, which only the processor can judge.
  if (reason === "email_invalid" || reason === "url_invalid") {
    const what = reason === "email_invalid" ? "e-mail address" : "URL";
    return new ProblemError(validationFailed, { detail: `The payment processor does not take this ${what}.` });
  }
  return new ProblemError(kind === "timeout" ? processorTimeout : processorError, { headers: retryAfter });
}
