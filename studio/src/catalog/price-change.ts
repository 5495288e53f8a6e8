import { currencyStep } from "@vitrine/client";
import type { EditedProductRow } from "@vitrine/client/admin";
import { amountOf } from "../parts/amount.ts";

/** A change of prices, as the API takes it. */
export type PriceChange = { percent: string } | { amount: number };

export interface PriceFields {
  way: "percent" | "amount";
  isLower: boolean;
  /** Without a sign. */
  text: string;
}

const mostPercent = 1_000;

/** The change that a person typed. Undefined: the text is no number, or it changes nothing. */
export function priceChangeOf({ way, isLower, text }: PriceFields, currency: string): PriceChange | undefined {
  const sign = isLower ? -1 : 1;
  if (way === "amount") {
    const amount = amountOf(text, currency);
    return typeof amount === "number" && amount > 0 ? { amount: sign * amount } : undefined;
  }
  const plain = text.replace(",", ".").replace("%", "").trim();
  const percent = Number(plain);
  const isGood = /^\d{1,4}(\.\d{1,2})?$/.test(plain) && percent > 0 && percent <= (isLower ? 100 : mostPercent);
  return isGood ? { percent: (isLower ? "-" : "") + plain } : undefined;
}

/** The price that the server makes of a price: rounded half up to what the payment processor takes. Negative: the amount takes too much. */
export function changedPrice(price: number, currency: string, change: PriceChange): number {
  const [dividend, divisor] =
    "amount" in change ? [price + change.amount, 1] : [price * (10_000 + Math.round(Number(change.percent) * 100)), 10_000];
  if (dividend < 0) return -1;
  const unit = divisor * currencyStep(currency);
  return Math.floor((2 * dividend + unit) / (2 * unit)) * currencyStep(currency);
}

/** The currencies of products: an amount can be added only where there is one. */
export const currenciesOf = (products: readonly Pick<EditedProductRow, "currency">[]) => [
  ...new Set(products.map(({ currency }) => currency)),
];
