import { csvStart, csvText } from "../../../lib/text/csv.ts";
import { decimalAmount } from "../../../lib/text/money.ts";
import type { Sql } from "../../../ports/database.ts";
import { exportedProducts, readOptionNames, type ExportedProduct } from "../catalog/index.ts";
import { fixedColumns, optionColumn } from "./product-columns.ts";

/** The products of a site as CSV with a row for each variant. Each page is read on demand. */
export async function* productsCsv(sql: Sql, siteId: string): AsyncGenerator<string, void> {
  const optionNames = await readOptionNames(sql, siteId);
  yield csvStart + csvText([[...fixedColumns, ...optionNames.map(optionColumn)]]);
  for await (const product of exportedProducts(sql, siteId)) yield csvText(rowsOf(product, optionNames));
}

function rowsOf({ slug, title, status, category, currency, variants }: ExportedProduct, optionNames: readonly string[]): string[][] {
  const amount = (minorUnits: number | null) => (minorUnits === null ? "" : decimalAmount(minorUnits, currency));
  return variants.map(({ sku, title: variant, price, compareAtPrice, stock, options }) => [
    ...[slug, title, status, category ?? "", sku, variant, amount(price), amount(compareAtPrice), stock === null ? "" : String(stock)],
    ...optionNames.map((name) => (Object.hasOwn(options, name) ? (options[name] ?? "") : "")),
  ]);
}
