const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** The lower-case ISO 4217 code, from any case; undefined when there is no such currency. */
export function canonicalCurrency(code: string): string | undefined {
  const lower = code.toLowerCase();
  return currencies.has(lower) ? lower : undefined;
}

/** An amount of minor units as people read it: `€12.00`, `R$ 12,00`. Throws if the currency does not have three letters. */
export function formatMoney(language: string, amountMinor: number, currency: string): string {
  const digits = fractionDigits.get(currency.toLowerCase()) ?? 2;
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: "currency", currency, ...exactly }).format(amountMinor / 10 ** digits);
}

/**
 * The number of fraction digits, where it is not two: as the processor counts, because it gets the same amounts
 * (https://docs.stripe.com/currencies; isk and ugx have two there), and by ISO 4217 for currencies that it does not take. Not as Intl
 * counts: it follows price tags, which show none for huf, cop, idr and ever more, and would show a hundred times the amount paid.
 */
const fractionDigits: ReadonlyMap<string, number> = new Map([
  ..."bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ").map((code) => [code, 0] as const),
  ..."bhd iqd jod kwd lyd omr tnd".split(" ").map((code) => [code, 3] as const),
]);
