import { ProblemError, type Problem } from "../../../lib/http/problem.ts";
import { amountOutOfRange, largestAmount } from "../payments/index.ts";
import type { CheckoutRules } from "./checkout-rules.ts";
import { discountInvalid } from "../discounts/index.ts";
import {
  addressIncomplete,
  giftCardInvalid,
  notDeliverable,
  shippingOptionUnknown,
  tooManyGiftCards,
  totalsChanged,
  type CheckoutBody,
} from "./checkout.ts";
import type { Quote, quoteProblems } from "./quote.ts";

/** Those that an order finds out by itself stay out: it locks the stock first. */
const refusals: Partial<Record<(typeof quoteProblems)[number], Problem>> = {
  address_incomplete: addressIncomplete,
  not_deliverable: notDeliverable,
  shipping_option_unknown: shippingOptionUnknown,
  discount_invalid: discountInvalid,
  gift_card_invalid: giftCardInvalid,
  too_many_gift_cards: tooManyGiftCards,
};

/** Throws a problem for an order that its quote rules out, or whose amounts are not those that the request asserts. */
export function refuseQuote(quote: Quote, { tax, shipping, expectedTotal }: CheckoutBody, { totals }: Pick<CheckoutRules, "totals">): void {
  for (const { code, path, message } of quote.problems) {
    const refusal = refusals[code];
    if (refusal) throw new ProblemError(refusal, { detail: message, errors: [{ path, code, message }] });
  }
  const { total } = quote;
  if (quote.problems.some(({ code }) => code === "amount_out_of_range")) {
    throw new ProblemError(amountOutOfRange, { detail: `The total must be 1 to ${largestAmount}, not ${total}.` });
  }
  const isByRules = totals === "rules";
  const asserted = [
    ["expectedTotal", expectedTotal, total],
    ["shipping", isByRules ? shipping : undefined, quote.shipping],
    ["tax", isByRules ? tax : undefined, quote.tax],
  ] as const;
  const errors = asserted.flatMap(([member, wanted, actual]) =>
    wanted === undefined || wanted === actual
      ? []
      : [{ path: `/${member}`, code: "changed", message: `is ${wanted}, but the order has ${actual}: show the buyer the new amounts` }],
  );
  if (errors.length > 0)
    throw new ProblemError(totalsChanged, { detail: "Show the buyer the new total, and order again.", errors, members: { quote } });
}
