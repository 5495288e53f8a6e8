import { Type } from "typebox";
import { invalidMember } from "../../../lib/http/problem.ts";
import { currencyStep } from "../../../lib/text/money.ts";

/** A change of prices: by percent, as decimal text such as `-12.5`, or by an amount in minor units. */
export type PriceChange = { percent: string } | { amount: number };

/** The members of a request that name a change of prices: one of them. */
export const PriceChangeMembers = {
  percent: Type.Optional(Type.String({ pattern: "^(?:-(?:100|\\d{1,2}(?:\\.\\d{1,2})?)|\\d{1,4}(?:\\.\\d{1,2})?)$", examples: ["-12.5"] })),
  amount: Type.Optional(
    Type.Integer({ minimum: -99_999_999, maximum: 99_999_999, description: "In minor units, of each product's currency." }),
  ),
};

/** The change that a request names. Throws `validation_failed`. */
export function priceChangeOf({ percent, amount }: { percent?: string; amount?: number }): PriceChange {
  if ((percent === undefined) === (amount === undefined)) throw invalidMember("/percent", "required", "or an amount is required");
  return percent === undefined ? { amount: amount ?? 0 } : { percent };
}

const hundredths = 100;

/** The price after the change, rounded half up to what the payment processor takes in the currency. In minor units; negative if the amount takes too much. */
export function changedPrice(price: number, currency: string, change: PriceChange): number {
  const step = BigInt(currencyStep(currency));
  if ("amount" in change) return Number(roundedTo(step, BigInt(price + change.amount), 1n));
  const whole = BigInt(100 * hundredths);
  return Number(roundedTo(step, BigInt(price) * (whole + percentInHundredths(change.percent)), whole));
}

/** The quotient, rounded half up to a multiple of the step. */
function roundedTo(step: bigint, dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -1n;
  const unit = divisor * step;
  return ((2n * dividend + unit) / (2n * unit)) * step;
}

function percentInHundredths(percent: string): bigint {
  const [whole = "0", fraction = ""] = percent.replace("-", "").split(".");
  const size = BigInt(whole + fraction.padEnd(2, "0"));
  return percent.startsWith("-") ? -size : size;
}
