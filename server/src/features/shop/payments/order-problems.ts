import { ProblemError, problem } from "../../../lib/http/problem.ts";
import { ProcessorFailure } from "../../../ports/processor.ts";
import { orderNotFound } from "../orders/index.ts";
import type { OrderEnd } from "./end-order.ts";
import { amountOutOfRange, openingProblems, problemOf, processorError } from "./open-payment.ts";
import { paymentsNotConfigured } from "./payment.ts";

const withStatus = { orderStatus: { type: "string", description: "The order's status." } };

export const orderNotPending = problem("order_not_pending", 409, "Only a pending order can be cancelled", withStatus);
export const paymentUnderWay = problem("payment_under_way", 409, "The order's payment is in progress and cannot be stopped");
export const orderNotPaid = problem("order_not_paid", 409, "The order has nothing to refund", withStatus);
export const refundTooLarge = problem("refund_too_large", 409, "The order has less left to refund");
export const giftCardUsed = problem("gift_card_used", 409, "A gift card of the order has been used");
export const refundUnderWay = problem("refund_under_way", 409, "Another refund of the order has no result yet");

/** The problems of a cancellation, or a refund, beside `validation_failed`. */
export const orderEndProblems = [orderNotFound, paymentsNotConfigured, ...openingProblems];

const problems = {
  "no-such-order": orderNotFound,
  "not-pending": orderNotPending,
  "under-way": paymentUnderWay,
  "not-paid": orderNotPaid,
  "nothing-left": orderNotPaid,
  "too-much": refundTooLarge,
  "too-many-units": refundTooLarge,
  "no-amount": amountOutOfRange,
  "gift-card-used": giftCardUsed,
  "refund-under-way": refundUnderWay,
  "payments-off": paymentsNotConfigured,
} as const satisfies Record<NonNullable<OrderEnd["refused"]>, unknown>;

const details: Partial<Record<NonNullable<OrderEnd["refused"]>, string>> = {
  "not-pending": "Refund what was paid.",
  "under-way": "Wait for the result of the payment. Refund it if it succeeds.",
  "too-many-units": "Choose fewer units: some were refunded before.",
  "gift-card-used": "Refund an amount instead of the units.",
  "no-amount": "These units cost nothing.",
  "refund-under-way": "Try again in two minutes.",
};

/** Why an order was neither cancelled nor refunded, for throwing. */
export function refusalOf(refused: NonNullable<OrderEnd["refused"]>, orderStatus: string): ProblemError {
  const refusal = problems[refused];
  const detail = details[refused];
  return new ProblemError(refusal, {
    ...(detail !== undefined && { detail }),
    ...("orderStatus" in refusal.extensions ? { members: { orderStatus } } : {}),
  });
}

/** Runs work that needs the processor. Throws a problem for a failure of it. */
export async function throughProcessor<T>(about: { amount: number; currency: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    const problem = problemOf(error, about);
    // Staff look the payment up at the processor; a repetition would be refused again.
    if (problem.problem !== processorError || error.kind !== "refused" || error.reason === undefined) throw problem;
    const detail =
      error.reason === "charge_disputed"
        ? "The payer disputes this payment, so the payment processor does not refund it. Respond to the dispute there."
        : `The payment processor refused this: ${error.reason}. Look at the payment there.`;
    throw new ProblemError(processorError, { detail });
  }
}
