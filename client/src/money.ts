/**
 * The digits of a currency's minor units and the step of its amounts, as the payment processor counts them
 * (https://docs.stripe.com/currencies), because it gets the same amounts. Where it does not take a currency, ISO 4217 decides. `Intl` is no
 * source: it follows price tags, which show no decimals of `huf`, `cop`, `idr` and more, and would read 2,500 forints as 25.
 */

const withoutDecimals = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const withThreeDecimals = "bhd iqd jod kwd lyd omr tnd".split(" ");
/** The processor takes them with two decimals, which must be 00. `huf` and `twd` are whole only when it pays out to the shop. */
const withoutCents = ["isk", "ugx"];

/** How many digits of an amount in minor units stand behind the decimal point: 2 for `eur`, 0 for `jpy`, 3 for `kwd`. */
export function currencyDigits(currency: string): number {
  const code = currency.toLowerCase();
  return withoutDecimals.includes(code) ? 0 : withThreeDecimals.includes(code) ? 3 : 2;
}

/** An amount that can be paid is a multiple of this: 1 for most currencies, 10 for those of three digits, 100 for `isk` and `ugx`. */
export function currencyStep(currency: string): number {
  return withoutCents.includes(currency.toLowerCase()) ? 100 : currencyDigits(currency) === 3 ? 10 : 1;
}

/** An amount in minor units as people of the locale read it, with every digit that is paid: `€380.00`, `1.500 ¥`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}
