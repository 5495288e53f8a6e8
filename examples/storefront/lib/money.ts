/** The currencies whose amounts are not in hundredths, as the API counts them. `Intl` knows others, such as isk and ugx. */
const digitsOf: Record<string, number> = {
  ...Object.fromEntries(
    ["bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf"].map((code) => [code, 0]),
  ),
  ...Object.fromEntries(["bhd", "iqd", "jod", "kwd", "lyd", "omr", "tnd"].map((code) => [code, 3])),
};

/** An amount in minor units as people of the locale write it: 38000 eur is €380.00. */
export function money(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(Number(decimal(amount, currency)));
}

/** The same for programs, with a point and no sign: 380.00. */
export function decimal(amount: number, currency: string): string {
  const digits = digitsOf[currency.toLowerCase()] ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
}

/** The other way round, for what a visitor typed: "12,5" is 1250. Undefined for what is no amount. */
export function minorUnits(text: string, currency: string): number | undefined {
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) return undefined;
  return Math.round(value * 10 ** (digitsOf[currency.toLowerCase()] ?? 2));
}
