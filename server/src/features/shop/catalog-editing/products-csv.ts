import { csvStart, csvText } from "../../../lib/text/csv.ts";
import type { SiteCurrencies } from "../../../lib/text/currency.ts";
import { decimalAmount } from "../../../lib/text/money.ts";
import type { Sql } from "../../../ports/database.ts";
import { exportedProducts, readOptionNames, type ExportedProduct } from "../catalog/index.ts";
import { currencyColumns, fixedColumns, optionColumn } from "./product-columns.ts";

/** The products of a site as CSV with a row for each variant. Each page is read on demand. */
export async function* productsCsv(sql: Sql, site: SiteCurrencies & { id: string }): AsyncGenerator<string, void> {
  const optionNames = await readOptionNames(sql, site.id);
  const currencies = site.currencies.slice(1);
  yield csvStart + csvText([[...fixedColumns, ...currencyColumns(currencies), ...optionNames.map(optionColumn)]]);
  for await (const product of exportedProducts(sql, site.id)) yield csvText(rowsOf(product, currencies, optionNames));
}

function rowsOf(
  { slug, title, status, category, currency: own, variants }: ExportedProduct,
  currencies: readonly string[],
  optionNames: readonly string[],
): string[][] {
  const amount = (minorUnits: number | null = null, currency = own) => (minorUnits === null ? "" : decimalAmount(minorUnits, currency));
  return variants.map(({ sku, title: variant, price, compareAtPrice, prices, compareAtPrices, stock, options }) => [
    ...[slug, title, status, category ?? "", sku, variant, amount(price), amount(compareAtPrice), stock === null ? "" : String(stock)],
    ...currencies.flatMap((currency) => [amount(prices[currency], currency), amount(compareAtPrices[currency], currency)]),
    ...optionNames.map((name) => (Object.hasOwn(options, name) ? (options[name] ?? "") : "")),
  ]);
}
