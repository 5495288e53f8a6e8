import { Type } from "typebox";
import { invalidMember } from "../../../lib/http/problem.ts";
import type { SiteCurrencies } from "../../../lib/text/currency.ts";
import { currencyStep } from "../../../lib/text/money.ts";

/** A change of prices: by percent, as decimal text such as `-12.5`, or by an amount in minor units. `currency` absent: of those in each product's own one. */
export type PriceChange = ({ percent: string } | { amount: number }) & { currency?: string };

/** The members of a request that name a change of prices: one of them. */
export const PriceChangeMembers = {
  percent: Type.Optional(Type.String({ pattern: "^(?:-(?:100|\\d{1,2}(?:\\.\\d{1,2})?)|\\d{1,4}(?:\\.\\d{1,2})?)$", examples: ["-12.5"] })),
  amount: Type.Optional(Type.Integer({ minimum: -99_999_999, maximum: 99_999_999, description: "In minor units of the currency." })),
  currency: Type.Optional(
    Type.String({
      pattern: "^[a-z]{3}$",
      description:
        "One of the site's currencies, in which the prices change. Variants without a price in it stay as they are. Absent: each product's own.",
      examples: ["usd"],
    }),
  ),
};

/** The change that a request names, of prices of the site. Throws `validation_failed`. */
export function priceChangeOf(
  { currencies }: SiteCurrencies,
  { percent, amount, currency }: { percent?: string; amount?: number; currency?: string },
): PriceChange {
  if ((percent === undefined) === (amount === undefined)) throw invalidMember("/percent", "required", "or an amount is required");
  if (currency !== undefined && !currencies.includes(currency))
    throw invalidMember("/currency", "unknown", `is not one of the site's currencies: ${currencies.join(", ")}`);
  const inCurrency = currency === undefined ? {} : { currency };
  return percent === undefined ? { amount: amount ?? 0, ...inCurrency } : { percent, ...inCurrency };
}

/** What a variant costs in its product's own currency, and in others. */
interface PricedVariant {
  price: number;
  prices?: Readonly<Record<string, number>> | undefined;
}

/** The variant with its price after the change, which is counted from the present one. `own`: the product's currency. */
export function repricedVariant<Variant extends PricedVariant>(
  variant: Variant,
  own: string,
  change: PriceChange,
  present: PricedVariant = variant,
): Variant {
  const { currency = own } = change;
  const before = currency === own ? present.price : present.prices?.[currency];
  if (before === undefined) return variant;
  const amount = changedPrice(before, currency, change);
  return currency === own ? { ...variant, price: amount } : { ...variant, prices: { ...variant.prices, [currency]: amount } };
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
