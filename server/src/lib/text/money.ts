// The client's table, and not one of the server's: a second one would come apart, and amounts be a hundred times wrong.
export { currencyDigits, currencyStep, formatMoney } from "../../../../client/src/money.ts";

const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** The lower-case ISO 4217 code, from any case; undefined when there is no such currency. */
export function canonicalCurrency(code: string): string | undefined {
  const lower = code.toLowerCase();
  return currencies.has(lower) ? lower : undefined;
}
