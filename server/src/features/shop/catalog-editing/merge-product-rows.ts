import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import { withApostrophe, withoutApostrophe } from "../../../lib/text/csv.ts";
import { currencyStep, decimalAmount, minorUnits } from "../../../lib/text/money.ts";
import type { CsvRow } from "../../../lib/text/read-csv.ts";
import type { BundleProduct } from "../../content/bundle/index.ts";
import { mostStock, productStatuses, titleOf, type ImportedStock } from "../catalog/index.ts";
import { mergeOptions } from "./merge-options.ts";
import type { AmountColumn, FixedColumn, ProductColumns } from "./product-columns.ts";

type Variant = BundleProduct["variants"][number];

/** All rows of a table that name one product. */
export interface ProductRows {
  slug: string;
  rows: readonly CsvRow[];
}

/** A mistake in a line. `column` absent: the whole line. `line` absent: the whole file. */
export interface LineError {
  line?: number;
  column?: string;
  code: string;
  message: string;
}

/** One value that a table changes, as an export writes it. Null: there is none. */
export interface ProductChange {
  line: number;
  product: string;
  /** Null: a member of the product. */
  sku: string | null;
  member: string;
  from: string | null;
  to: string | null;
}

export interface MergedProduct {
  slug: string;
  before: BundleProduct | null;
  /** Without the stocks of variants that exist. Null: only these change, or nothing. */
  after: BundleProduct | null;
  stocks: ImportedStock[];
  changes: ProductChange[];
  variants: Record<"created" | "changed" | "unchanged", number>;
  errors: LineError[];
  /** The line of the product's first row, and of its variants by SKU. */
  line: number;
  lines: ReadonlyMap<string, number>;
}

/** How a table writes its values. */
export interface TableForm {
  columns: ProductColumns;
  /** The number of columns. */
  width: number;
  /** Besides the decimal point. */
  hasDecimalComma: boolean;
}

/**
 * The product after its rows. A cell with the text that an export writes for the present value changes nothing, however the value came
 * to be; a column that the table does not have changes nothing, and neither does a variant that has no row.
 */
export function mergeProductRows(
  { slug, rows }: ProductRows,
  { columns, hasDecimalComma }: Pick<TableForm, "columns" | "hasDecimalComma">,
  before: BundleProduct | null,
  siteCurrency: string,
): MergedProduct {
  const errors: LineError[] = [];
  const changes: ProductChange[] = [];
  const own = before?.currency ?? siteCurrency;
  const cellOf = ({ cells }: CsvRow, column: FixedColumn | AmountColumn) => {
    const place = columns.places.get(column);
    return place === undefined ? undefined : (cells[place] ?? "");
  };
  const line = rows[0]?.line ?? 0;
  const members: Partial<Record<"title" | "status" | "category", string | null>> = {};
  for (const column of ["title", "status", "category"] as const) {
    const [cell] = rows.flatMap((row) => cellOf(row, column) ?? []);
    if (cell === undefined) continue;
    const other = rows.find((row) => cellOf(row, column) !== cell);
    if (other) {
      const message = `is not the same as in line ${line}: give all rows of a product the same ${column}`;
      errors.push({ line: other.line, column, code: "contradiction", message });
    }
    const present = before?.[column] ?? null;
    if (before && cell === written(present)) continue;
    const text = withoutApostrophe(cell);
    const value = column === "title" ? text : column === "status" ? text.trim().toUpperCase() : text.trim() || null;
    if (value === present) continue;
    if (column === "title" && text.trim() === "") {
      errors.push({ line, column, code: "required", message: "must not be empty" });
      continue;
    }
    if (column === "status" && !(productStatuses as readonly string[]).includes(value ?? "")) {
      errors.push({ line, column, code: "value", message: `must be ${productStatuses.join(" or ")}` });
      continue;
    }
    members[column] = value;
    changes.push({ line, product: slug, sku: null, member: column, from: present, to: value });
  }

  const variants = new Map((before?.variants ?? []).map((variant) => [variant.sku, variant]));
  const lines = new Map<string, number>();
  const stocks: ImportedStock[] = [];
  const counts = { created: 0, changed: 0, unchanged: 0 };
  let isChanged = changes.length > 0;
  for (const row of rows) {
    const sku = withoutApostrophe(cellOf(row, "sku") ?? "").trim();
    lines.set(sku, row.line);
    const variant = variants.get(sku);
    const report = (member: string, from: string | null, to: string | null) =>
      changes.push({ line: row.line, product: slug, sku, member, from, to });
    const readAmount = (
      column: FixedColumn | AmountColumn,
      present: number | null,
      { currency, isRequired }: { currency: string; isRequired: boolean },
    ): number | null | undefined => {
      const cell = cellOf(row, column);
      const presentText = present === null ? "" : decimalAmount(present, currency);
      if (cell === undefined || (variant && cell === presentText)) return undefined;
      const text = cell.trim();
      if (text === "" && !isRequired) return present === null ? undefined : (report(column, presentText, null), null);
      const amount = minorUnits(hasDecimalComma ? text.replace(",", ".") : text, currency);
      if (amount === undefined) {
        const example = decimalAmount(38_000, currency);
        errors.push({
          line: row.line,
          column,
          code: "amount",
          message: `must be an amount of ${currency.toUpperCase()} such as ${example}`,
        });
        return undefined;
      }
      if (amount === present) return undefined;
      if (column.startsWith("price") && amount % currencyStep(currency) !== 0) {
        const step = `${decimalAmount(currencyStep(currency), currency)} ${currency.toUpperCase()}`;
        errors.push({ line: row.line, column, code: "not_payable", message: `can never be paid: write a multiple of ${step}` });
        return undefined;
      }
      report(column, presentText || null, decimalAmount(amount, currency));
      return amount;
    };
    const readStock = (): number | null | undefined => {
      const cell = cellOf(row, "stock")?.trim();
      const present = variant?.stock ?? null;
      if (cell === undefined || (variant && cell === written(present === null ? "" : String(present)))) return undefined;
      const stock = cell === "" ? null : /^\d{1,10}$/.test(cell) ? Number(cell) : Infinity;
      if (stock !== null && stock > mostStock) {
        errors.push({ line: row.line, column: "stock", code: "stock", message: `must be a whole number up to ${mostStock}, or empty` });
        return undefined;
      }
      if (stock === present) return undefined;
      report("stock", present === null ? null : String(present), stock === null ? null : String(stock));
      return stock;
    };

    const reported = changes.length;
    if (!variant) report("sku", null, sku);
    const next: Variant = { ...(variant ?? { sku, price: NaN }) };
    const price = readAmount("price", variant?.price ?? null, { currency: own, isRequired: true });
    if (typeof price === "number") next.price = price;
    const compareAtPrice = readAmount("compareAtPrice", variant?.compareAtPrice ?? null, { currency: own, isRequired: false });
    if (compareAtPrice !== undefined) next.compareAtPrice = compareAtPrice;
    for (const each of columns.currencies) {
      for (const [member, column] of [
        ["prices", `price_${each}`],
        ["compareAtPrices", `compareAtPrice_${each}`],
      ] as const) {
        const amount = readAmount(column, variant?.[member]?.[each] ?? null, { currency: each, isRequired: false });
        if (amount !== undefined) next[member] = withAmount(next[member], each, amount);
      }
    }
    const chosen = new Map(Object.entries(next.options ?? {}));
    for (const { name, place } of columns.options) {
      const cell = row.cells[place] ?? "";
      const present = chosen.get(name);
      if (cell === written(present ?? "")) continue;
      const value = withoutApostrophe(cell);
      if (value === "") chosen.delete(name);
      else chosen.set(name, value);
      report(name, present ?? null, value === "" ? null : value);
    }
    next.options = Object.fromEntries(chosen);
    const title = cellOf(row, "variant");
    if (title !== undefined && !(variant && title === written(variant.title ?? ""))) {
      // As for a new variant without a title.
      const usual = titleOf([...chosen.values()], members.title ?? before?.title ?? "");
      next.title = withoutApostrophe(title) || (variant ? usual : null);
      if (next.title !== (variant?.title ?? null)) report("variant", variant?.title ?? null, next.title);
    }
    if (Number.isNaN(next.price) && !columns.places.has("price"))
      errors.push({ line: row.line, column: "price", code: "required", message: "is required of a new variant" });
    const beforeStock = changes.length;
    const stock = readStock();
    if (variant && stock !== undefined) stocks.push({ sku, stock });
    if (!variant) next.stock = stock ?? null;
    if (!variant || beforeStock > reported) isChanged = true;
    counts[variant ? (changes.length > reported ? "changed" : "unchanged") : "created"] += 1;
    variants.set(sku, next);
  }

  const after = isChanged ? afterOf(slug, before, { ...members, variants: [...variants.values()] }, columns) : null;
  if (!before) {
    if (members.title === undefined) errors.push({ line, column: "title", code: "required", message: "is required of a new product" });
    changes.unshift({ line, product: slug, sku: null, member: "product", from: null, to: slug });
  }
  return { slug, before, after, stocks, changes, variants: counts, errors, line, lines };
}

function withAmount(amounts: Readonly<Record<string, number>> = {}, currency: string, amount: number | null): Record<string, number> {
  const others = Object.entries(amounts).filter(([each]) => each !== currency);
  return Object.fromEntries(amount === null ? others : [...others, [currency, amount]]);
}

function written(text: string | null): string {
  return withApostrophe(text ?? "");
}

function afterOf(slug: string, before: BundleProduct | null, members: object, { options }: ProductColumns): BundleProduct {
  const merged = { ...(before ?? { slug, title: "" }), ...members } as BundleProduct;
  return mergeOptions(
    before,
    merged,
    options.map(({ name }) => name),
  );
}

/** The line and the column of a mistake in a merged product, by its JSON Pointer. */
export function lineErrorOf(
  { after, line, lines }: MergedProduct,
  { path, code, message }: { path: string; code: string; message: string },
): LineError {
  const [, place, rest = ""] = /^\/variants\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
  const ownLine = lines.get(after?.variants[Number(place)]?.sku ?? "") ?? line;
  const member = place === undefined ? path.slice(1) : rest;
  const column = columnsOfMembers[place === undefined ? `/${member}` : member];
  if (column !== undefined) return { line: ownLine, column, code, message };
  const [, amountMember, currency] = /^(prices|compareAtPrices)\/([a-z]{3})$/.exec(rest) ?? [];
  if (currency !== undefined)
    return { line: ownLine, column: `${amountMember === "prices" ? "price" : "compareAtPrice"}_${currency}`, code, message };
  const option = /^options\/([^/]+)$/.exec(rest)?.[1];
  if (option !== undefined) return { line: ownLine, column: option.replaceAll("~1", "/").replaceAll("~0", "~"), code, message };
  return { line: ownLine, code, message: member === "" || member === "options" ? message : `${member} ${message}` };
}

const columnsOfMembers: Readonly<Record<string, FixedColumn>> = {
  "/slug": "product",
  "/title": "title",
  "/status": "status",
  "/category": "category",
  sku: "sku",
  title: "variant",
  price: "price",
  compareAtPrice: "compareAtPrice",
  stock: "stock",
};

/** The JSON Pointer of a mistake in a table. */
export function pointerOf({ line, column }: Pick<LineError, "line" | "column">): string {
  return line === undefined ? "" : `/lines/${line}${column === undefined ? "" : pointerStep(column)}`;
}
