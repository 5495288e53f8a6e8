import { fileURLToPath } from "node:url";
import type { Actor } from "../../../lib/admin/identity.ts";
import { packageFolder } from "../../../lib/package-folder.ts";
import { withoutApostrophe } from "../../../lib/text/csv.ts";
import { currenciesOf } from "../../../lib/text/currency.ts";
import { readCsv, UnreadableCsv, type CsvFile, type CsvRow } from "../../../lib/text/read-csv.ts";
import type { Database, Sql, Transaction } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import {
  catalogItemErrors,
  readCatalogItems,
  saveCatalogItems,
  type BundleProduct,
  type CatalogItemChange,
} from "../../content/bundle/index.ts";
import { lockAndReadSite, readAdminSite, type AdminSite } from "../../server/sites/index.ts";
import { findOptionNames, findProductIds, findTranslatedSlugs, importStocks, readOptionNames } from "../catalog/index.ts";
import {
  lineErrorOf,
  mergeProductRows,
  type LineError,
  type MergedProduct,
  type ProductChange,
  type ProductRows,
  type TableForm,
} from "./merge-product-rows.ts";
import { optionNamesOf, readColumns } from "./product-columns.ts";

/** The thread that imports tables of products: a large one takes many seconds. */
export const productsProgram = fileURLToPath(new URL("dist/products-thread.js", packageFolder));

/** An import of a table of products, for a thread. */
export interface ProductsJob {
  bytes: Uint8Array;
  siteId: string;
  dryRun: boolean;
  now: Date;
  recording: { actor: Actor; action: string };
}

type Counts = Record<"created" | "changed" | "unchanged", number>;

/** The counts of an import, and the first of its changes. */
interface ImportedProducts {
  products: Counts;
  variants: Counts;
  changes: ProductChange[];
  totalChanges: number;
}

/** The report; or the first of so many mistakes. */
export type ProductsResult = { report: ImportedProducts } | { errors: LineError[]; count: number };

interface ProductsDeps {
  sql: Database;
  ids: Ids;
  /** Called with the number of products of each transaction that is committed. */
  onSaved(products: number): Promise<unknown>;
}

const mostRows = 250_000;
/** A product has so many variants at most. */
const mostRowsOfProduct = 1_000;
const mostErrors = 100;
const mostChanges = 200;
/** Products that are compared at once: their rows pass through the thread that answers all requests. */
const comparedAtOnce = 100;
/**
 * Products and variants of one transaction, and their characters as JSON. It locks their rows, and the site's catalogue against other edits: a
 * checkout waits for a second at most, so a transaction must be shorter.
 */
const savedAtOnce = { products: 200, variants: 1_000, characters: 4_000_000 };

/** Mistakes that undo a transaction. */
class Refused extends Error {
  readonly errors: LineError[];

  constructor(errors: LineError[]) {
    super("refused");
    this.errors = errors;
  }
}

/**
 * Changes the products of a site to a table, by the rules of an import. All lines are checked before anything is written. The products are then saved
 * in transactions of a few hundred; each checks its lines again, since others may have changed the catalogue.
 */
export async function importProducts(deps: ProductsDeps, job: ProductsJob): Promise<ProductsResult> {
  try {
    const site = await readAdminSite(deps.sql, job.siteId);
    if (!site) throw new Error("A site vanished while it was read.");
    const table = await readTable(deps.sql, site, job);
    const { report, changing } = await compare(deps.sql, site, table);
    if (job.dryRun) return { report };
    let pieces = 0;
    for await (const piece of piecesOf(table, changing)) {
      pieces += 1;
      // Whenever the number of saved products has doubled.
      const gathersStatistics = Number.isInteger(Math.log2(pieces));
      await savePiece(deps, job, table.form, { piece, gathersStatistics });
      await deps.onSaved(piece.length);
    }
    return { report };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { errors: error.errors.slice(0, mostErrors), count: error.errors.length };
  }
}

interface Table {
  file: CsvFile;
  form: TableForm;
  /** The number of rows of each product, by slug. */
  rowCounts: ReadonlyMap<string, number>;
}

/** Reads the table once, for the errors that it has by itself. Throws Refused. */
async function readTable(sql: Sql, site: AdminSite, { bytes }: ProductsJob): Promise<Table> {
  try {
    const file = readCsv(bytes);
    let form: TableForm | undefined;
    const rowCounts = new Map<string, number>();
    const lineOfSku = new Map<string, number>();
    const errors: LineError[] = [];
    let rows = 0;
    for await (const row of file.rows()) {
      if (!form) {
        form = await readForm(sql, site, file, row);
        continue;
      }
      if ((rows += 1) > mostRows)
        throw new Refused([{ line: row.line, code: "too_many", message: `is beyond ${mostRows} rows: split the file` }]);
      errors.push(...rowErrors(row, form, lineOfSku));
      const slug = keyOf(row, form, "product");
      const count = (rowCounts.get(slug) ?? 0) + 1;
      rowCounts.set(slug, count);
      if (count === mostRowsOfProduct + 1) {
        const message = `has more than ${mostRowsOfProduct} rows: make several products of it`;
        errors.push({ line: row.line, column: "product", code: "too_many", message });
      }
    }
    if (errors.length > 0) throw new Refused(errors);
    if (!form) throw new Refused([{ line: 1, code: "required", message: "needs a header with the names of the columns" }]);
    return { file, form, rowCounts };
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new Refused([{ ...(error.line !== undefined && { line: error.line }), code: error.code, message: error.message }]);
  }
}

async function readForm(sql: Sql, site: AdminSite, { separator }: CsvFile, { line, cells }: CsvRow): Promise<TableForm> {
  // Spreadsheets write a separator for each column that once had a value.
  const header = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
  // A table may have an option that is not one of the most frequent ones.
  const inTable = await findOptionNames(sql, site.id, header.flatMap(optionNamesOf));
  const { columns, errors } = readColumns(header, new Set([...(await readOptionNames(sql, site.id)), ...inTable]), furtherCurrencies(site));
  if (errors.length > 0) throw new Refused(errors.map((error) => ({ line, ...error })));
  return { columns, width: header.length, hasDecimalComma: separator !== "," };
}

function furtherCurrencies({ currency, settings }: AdminSite): readonly string[] {
  return currenciesOf(currency, settings.currencies).slice(1);
}

function keyOf({ cells }: CsvRow, { columns }: TableForm, column: "product" | "sku"): string {
  return withoutApostrophe(cells[columns.places.get(column) ?? 0] ?? "").trim();
}

function rowErrors(row: CsvRow, form: TableForm, lineOfSku: Map<string, number>): LineError[] {
  const { line, cells } = row;
  const errors: LineError[] = [];
  if (cells.slice(form.width).some((cell) => cell !== "")) {
    errors.push({
      line,
      code: "columns",
      message: `has ${cells.length} values for ${form.width} columns: put a value with a separator into quotation marks`,
    });
  }
  const sku = keyOf(row, form, "sku");
  for (const column of ["product", "sku"] as const) {
    if (keyOf(row, form, column) === "") errors.push({ line, column, code: "required", message: "must not be empty" });
  }
  const earlier = lineOfSku.get(sku);
  if (earlier === undefined) lineOfSku.set(sku, line);
  else if (sku !== "") errors.push({ line, column: "sku", code: "duplicate", message: `is the SKU of line ${earlier} already` });
  return errors;
}

/** The products of a table, each as soon as its last row is read: rows of others may be between. */
async function* productsOf({ file, form, rowCounts }: Table): AsyncGenerator<ProductRows, void> {
  const begun = new Map<string, CsvRow[]>();
  let isHeader = true;
  for await (const row of file.rows()) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const slug = keyOf(row, form, "product");
    const rows = begun.get(slug) ?? [];
    rows.push(row);
    if (rows.length < (rowCounts.get(slug) ?? 0)) begun.set(slug, rows);
    else {
      begun.delete(slug);
      yield { slug, rows };
    }
  }
}

/** How much of a transaction a product takes. */
interface Weight {
  variants: number;
  characters: number;
}

/** The products that change, in pieces for one transaction each. */
async function* piecesOf(table: Table, changing: ReadonlyMap<string, Weight>): AsyncGenerator<ProductRows[], void> {
  let piece: ProductRows[] = [];
  let [variants, characters] = [0, 0];
  for await (const product of productsOf(table)) {
    const weight = changing.get(product.slug);
    if (weight === undefined) continue;
    variants += weight.variants;
    characters += weight.characters;
    const isFull = piece.length >= savedAtOnce.products || variants > savedAtOnce.variants || characters > savedAtOnce.characters;
    if (isFull && piece.length > 0) {
      yield piece;
      piece = [];
      ({ variants, characters } = weight);
    }
    piece.push(product);
  }
  if (piece.length > 0) yield piece;
}

/** Works out what the table changes. Throws Refused with all mistakes. */
async function compare(sql: Sql, site: AdminSite, table: Table): Promise<{ report: ImportedProducts; changing: Map<string, Weight> }> {
  const report: ImportedProducts = { products: noCounts(), variants: noCounts(), changes: [], totalChanges: 0 };
  const changing = new Map<string, Weight>();
  let errors: LineError[] = [];
  let piece: ProductRows[] = [];
  const comparePiece = async () => {
    const products = await mergedProducts(sql, site, table.form, piece);
    piece = [];
    errors = errors.concat(await errorsOf(sql, site, products));
    for (const merged of products) {
      const { slug, before, after, changes, variants } = merged.product;
      report.products[before ? (changes.length > 0 ? "changed" : "unchanged") : "created"] += 1;
      for (const kind of ["created", "changed", "unchanged"] as const) report.variants[kind] += variants[kind];
      report.changes.push(...changes.slice(0, mostChanges - report.changes.length));
      report.totalChanges += changes.length;
      const product = after ?? before;
      if (changes.length > 0 && product)
        changing.set(slug, { variants: product.variants.length, characters: JSON.stringify(product).length });
    }
  };
  for await (const product of productsOf(table)) {
    piece.push(product);
    if (piece.length === comparedAtOnce) await comparePiece();
  }
  await comparePiece();
  if (errors.length > 0) throw new Refused(errors.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)));
  return { report, changing };
}

const noCounts = (): Counts => ({ created: 0, changed: 0, unchanged: 0 });

interface Merged {
  id: string | null;
  product: MergedProduct;
}

async function mergedProducts(tx: Sql, site: AdminSite, form: TableForm, piece: readonly ProductRows[]): Promise<Merged[]> {
  const ids = await findProductIds(
    tx,
    site.id,
    piece.map(({ slug }) => slug),
  );
  const { products } = ids.size === 0 ? { products: [] } : await readCatalogItems(tx, site.id, [...ids.values()]);
  const membersOf = new Map(products.map(({ id, members }) => [id, members as BundleProduct]));
  return piece.map((rows) => {
    const id = ids.get(rows.slug) ?? null;
    const before = (id === null ? undefined : membersOf.get(id)) ?? null;
    return { id: before && id, product: mergeProductRows(rows, form, before, site.currency.toLowerCase()) };
  });
}

/** The mistakes that are known before anything is saved. */
async function errorsOf(sql: Sql, site: AdminSite, products: readonly Merged[]): Promise<LineError[]> {
  const ofRows = products.flatMap(({ product }) => product.errors);
  const wellFormed = products.filter(({ product }) => product.errors.length === 0);
  const items = itemsOf(wellFormed);
  if (items.length === 0) return ofRows;
  const ofItems = placed(wellFormed, await catalogItemErrors(sql, site, items));
  const created = wellFormed.flatMap(({ product }) => (product.before ? [] : product));
  const translated = await findTranslatedSlugs(
    sql,
    site.id,
    created.map(({ slug }) => slug),
  );
  const ofSlugs = translated.map(({ slug, locale }): LineError => {
    const line = created.find((product) => product.slug === slug)?.line ?? 0;
    return { line, column: "product", code: "duplicate", message: `is the slug of another product in ${locale}: choose another one` };
  });
  return [...ofRows, ...ofItems, ...ofSlugs];
}

function itemsOf(products: readonly Merged[]): CatalogItemChange[] {
  return products.flatMap(({ id, product: { before, after } }, place) =>
    after ? [{ kind: "product" as const, id, before, after, place }] : [],
  );
}

function placed(products: readonly Merged[], errors: Awaited<ReturnType<typeof catalogItemErrors>>): LineError[] {
  return errors.flatMap(({ place, fault }) => {
    const product = products[place]?.product;
    return product ? lineErrorOf(product, fault) : [];
  });
}

/** Saves some products of the table, all of them or none. Throws Refused. */
async function savePiece(
  { sql, ids }: ProductsDeps,
  { siteId, now, recording }: ProductsJob,
  form: TableForm,
  { piece, gathersStatistics }: { piece: readonly ProductRows[]; gathersStatistics: boolean },
): Promise<void> {
  const ctx = { now, ids };
  const save = async (tx: Transaction) => {
    await tx`set local lock_timeout = '10s'`;
    const locked = await lockAndReadSite(tx, siteId);
    if (!locked) throw new Error("A site vanished while it was changed.");
    const products = await mergedProducts(tx, locked.site, form, piece);
    const ofRows = products.flatMap(({ product }) => product.errors);
    if (ofRows.length > 0) throw new Refused(ofRows);
    const errors = await saveCatalogItems(tx, ctx, locked.site, itemsOf(products), { ...recording, gathersStatistics });
    if (errors.length > 0) throw new Refused(placed(products, errors));
    const stocks = products.flatMap(({ product }) => product.stocks);
    await importStocks(tx, ctx, siteId, stocks, recording);
  };
  await sql.begin(save, { statementTimeoutMs: 60_000 });
}
