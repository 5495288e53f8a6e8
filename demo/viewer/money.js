// Amounts are whole numbers of minor units: 39000 of eur is €390.00, 39000 of jpy is ¥39,000.

const wholeCurrencies = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const thousandthCurrencies = "bhd iqd jod kwd lyd omr tnd".split(" ");

/** An amount as people of that language write it: €1,080.00, 1.080,00 €, € 1.080,00. */
export function money(amount, currency, language) {
  // Intl alone would not do: it writes some currencies as price tags have them, without the cents that are paid.
  const digits = wholeCurrencies.includes(currency) ? 0 : thousandthCurrencies.includes(currency) ? 3 : 2;
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: "currency", currency, ...exactly }).format(amount / 10 ** digits);
}
