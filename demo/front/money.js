// Written by `npm run generate` from client/src/money.ts, a part of @vitrine/client.

const withoutDecimals = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const withThreeDecimals = "bhd iqd jod kwd lyd omr tnd".split(" ");
const withoutCents = ["isk", "ugx"];
export function currencyDigits(currency) {
  const code = currency.toLowerCase();
  return withoutDecimals.includes(code) ? 0 : withThreeDecimals.includes(code) ? 3 : 2;
}
export function currencyStep(currency) {
  return withoutCents.includes(currency.toLowerCase()) ? 100 : currencyDigits(currency) === 3 ? 10 : 1;
}
export function formatMoney(amount, currency, locale) {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}
