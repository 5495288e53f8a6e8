import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import {
  ChangedWords,
  saveCategories,
  savePlans,
  saveProducts,
  recomputeCatalog,
  type ProductInput,
} from "../server/src/features/shop/catalog/index.ts";
import { openSite } from "../server/src/features/content/bundle/index.ts";
import { addKey } from "../server/src/features/server/sites/index.ts";
import { migrate } from "../server/src/lib/sql/migrate.ts";
import type { Database, Transaction } from "../server/src/ports/database.ts";
import { catalogue, type CatalogueSize } from "./catalogue.ts";
import type { Scratch } from "./scratch.ts";

/** Two databases with the same large site: in one it is alone. */
export interface CatalogueDatabases {
  aloneUrl: string;
  sharedUrl: string;
}

export interface CatalogueSizes {
  large: CatalogueSize;
  small: CatalogueSize;
  /** The large one included. */
  sites: number;
}

export const fullSizes: CatalogueSizes = {
  large: { products: 50_000, roots: 10, below: 7 },
  small: { products: 250, roots: 4, below: 2 },
  sites: 200,
};

/** Of the large site. */
export const catalogueKey = "pk_benchbenchbenchbenchbenchbench00";

const batchSize = 500;
const beginning = Date.parse("2025-01-01T00:00:00Z");

/** Fills them by the functions of an import: the large site, a copy of the database, and the other sites in that. */
export async function fillCatalogues(scratch: Scratch, { large, small, sites }: CatalogueSizes): Promise<CatalogueDatabases> {
  const aloneUrl = await scratch.database();
  await withDatabase(aloneUrl, async (sql) => {
    await migrate(sql);
    await inTransaction(sql, (tx) => addSite(tx, 0, large));
  });
  const sharedUrl = await scratch.database(aloneUrl);
  await withDatabase(sharedUrl, (sql) =>
    inTransaction(sql, async (tx) => {
      for (let site = 1; site < sites; site += 1) await addSite(tx, site, small);
    }),
  );
  for (const url of [aloneUrl, sharedUrl]) await withDatabase(url, (sql) => inTransaction(sql, addWords));
  for (const url of [aloneUrl, sharedUrl]) await scratch.on(url, "vacuum analyze");
  return { aloneUrl, sharedUrl };
}

async function addSite(tx: Transaction, number: number, size: CatalogueSize): Promise<void> {
  const saving = { now: new Date(beginning), ids: systemIds, touched: new Set<string>() };
  const siteId = await openSite(tx, saving, {
    slug: `site-${number}`,
    name: `Site ${number}`,
    defaultLocale: "en",
    locales: ["en"],
    currency: "eur",
    storefrontUrl: null,
    allowedOrigins: [],
    settings: {},
  });
  if (!siteId) throw new Error(`There is a site ${number} already.`);
  if (number === 0) await addKey(tx, saving, siteId, { name: "bench", key: catalogueKey, readLimit: null });

  const { categories, products, plans } = catalogue(10 * number, size);
  const site = { id: siteId, defaultLocale: "en", locales: ["en"] };
  await saveCategories(tx, saving, site, categories, { changed: new ChangedWords() });
  let batches = 0;
  for (const batch of inBatches(products)) {
    // A minute from one batch to the next: a shop's products were not all made at one moment.
    const now = new Date(beginning + 60_000 * (batches += 1));
    await saveProducts(tx, { ...saving, now }, site, batch, { setStock: true, changed: new ChangedWords() });
  }
  await recomputeCatalog(tx, saving, site, new ChangedWords());
  await savePlans(tx, saving, site, plans);
}

/** The words of all sites at once: a query per word takes longer than reading all used ones. */
async function addWords(tx: Transaction): Promise<void> {
  await tx`
    insert into search_words (site_id, id, vocabulary, word)
    select site_id, md5('catalog ' || word)::uuid, 'catalog', word
    from (
      select site_id, unnest(tsvector_to_array(search)) as word from products where status = 'ACTIVE'
      union
      select site_id, unnest(tsvector_to_array(search)) from categories where is_public
    ) as used
    on conflict (site_id, vocabulary, word) do nothing`;
}

function* inBatches(products: Iterable<ProductInput>): Generator<ProductInput[]> {
  let batch: ProductInput[] = [];
  for (const product of products) {
    batch.push(product);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function withDatabase(url: string, work: (sql: Database) => Promise<void>): Promise<void> {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.close();
  }
}

function inTransaction(sql: Database, work: (tx: Transaction) => Promise<void>): Promise<void> {
  return sql.begin(work, { statementTimeoutMs: 300_000 });
}
