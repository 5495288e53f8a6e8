const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** The lower-case ISO 4217 code, whatever case it came in; undefined when there is no such currency. */
export function canonicalCurrency(code: string): string | undefined {
  const lower = code.toLowerCase();
  return currencies.has(lower) ? lower : undefined;
}
