import { currencyDigits } from "../../../../client/src/money.ts";

// The client's table, and not one of the server's: a second one would come apart, and amounts be a hundred times wrong.
export { currencyDigits, currencyStep, formatMoney } from "../../../../client/src/money.ts";

const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** The lower-case ISO 4217 code, from any case; undefined when there is no such currency. */
export function canonicalCurrency(code: string): string | undefined {
  const lower = code.toLowerCase();
  return currencies.has(lower) ? lower : undefined;
}

/** An amount in minor units as a decimal number with all digits of its currency: `380.00` for `eur`, `1500` for `jpy`. */
export function decimalAmount(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  if (digits === 0) return String(amount);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  return `${amount < 0 ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The minor units of a decimal number such as `380.00` or `380.5`, as `decimalAmount` writes it; undefined if the currency has no such amount. */
export function minorUnits(decimal: string, currency: string): number | undefined {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d+))?$/.exec(decimal) ?? [];
  const digits = currencyDigits(currency);
  return whole === undefined || fraction.length > digits ? undefined : Number(whole + fraction.padEnd(digits, "0"));
}
