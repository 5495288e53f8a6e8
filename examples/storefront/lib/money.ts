import { currencyDigits, formatMoney } from "@vitrine/client";

/** An amount in minor units as people of the locale write it: 38000 eur is €380.00. */
export const money = formatMoney;

/** The same for programs, with a point and no sign: 380.00. */
export function decimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** The other way round, for what a visitor typed: "12,5" is 1250. Undefined for what is not an amount. */
export function minorUnits(text: string, currency: string): number | undefined {
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) return undefined;
  return Math.round(value * 10 ** currencyDigits(currency));
}
