import type { ServerResponse } from "node:http";
import { PGlite } from "@electric-sql/pglite";
import { extensions } from "../server/src/adapters/embedded-database.ts";
import { productJson, type ShownProduct } from "../server/src/features/shop/catalog/product.ts";
import type { PublishedDocument } from "../server/src/features/content/rendering/document.ts";
import { entryJson } from "../server/src/features/content/rendering/entry.ts";
import { wordFinder } from "../server/src/features/content/search/excerpt.ts";
import type { FoundItem, FoundItems } from "../server/src/features/content/search/find-items.ts";
import { documentItem } from "../server/src/features/content/search/item-json.ts";
import { planOfSchema } from "../server/src/features/content/queries/query-plan.ts";
import { pageJson } from "../server/src/features/content/rendering/page.ts";
import { pagedJson } from "../server/src/lib/http/paging.ts";
import { barePool } from "./bare-pool.ts";
import { article } from "./article.ts";
import { serveBare } from "./bare.ts";
import type { Statement } from "./heard.ts";

/** Reads each of these with Vitrine's own statement, and responds with the same text. */
export interface QueriedReads {
  database: { url: string; poolSize: number } | { folder: string };
  answer: keyof typeof bodies;
  publicUrl: string;
  reads: readonly { path: string; statement: Statement; headers: readonly string[] }[];
}

const articlePlan = planOfSchema(article.schema);

type Query = (statement: Statement) => Promise<object[]>;
type Body = (rows: object[], path: string, publicUrl: string) => string | undefined;
type ListedProduct = ShownProduct & { total: number };

const shownAt = (publicUrl: string) => ({ publicUrl, media: { publicUrl }, site: { id: "", filesUntil: null }, locales: ["en"] });

const bodies = {
  page: ([row]) => row && `{"data":${pageJson(row as PublishedDocument, (row as PublishedDocument).content)}}`,
  product: ([row], _path, publicUrl) => row && `{"data":${productJson(row as ShownProduct, shownAt(publicUrl))}}`,
  products: (rows, path, publicUrl) => {
    const [first, ...others] = rows as ListedProduct[];
    if (!first) return undefined;
    // A page without products still has one row, with the total.
    const products = first.json === null ? [] : [first, ...others];
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
    return pagedJson(
      products.map((product) => productJson(product, shownAt(publicUrl))),
      { page, pageSize: 20 },
      first.total,
    );
  },
  entries: (rows) => {
    const [first, ...others] = rows as (PublishedDocument & { total: number })[];
    if (!first) return undefined;
    // As above.
    const documents = first.id === null ? [] : [first, ...others];
    const items = documents.map((document) => entryJson("article", document));
    return pagedJson(items, { page: 1, pageSize: 20 }, first.total);
  },
  found: (rows, _path, publicUrl) => {
    const [first, ...others] = rows as (FoundItem & FoundItems)[];
    if (!first) return undefined;
    const find = wordFinder(first.contentQuery);
    // As above.
    const foundItems = (first.id as string | null) === null ? [] : [first, ...others];
    const items = foundItems.map((item) => documentItem({ ...item, locale: "en" }, articlePlan, find, shownAt(publicUrl)));
    return pagedJson(items, { page: 1, pageSize: 20 }, first.total);
  },
} satisfies Record<string, Body>;

serveBare(async ({ database, answer, publicUrl, reads }: QueriedReads) => {
  const query = await connect(database);
  const bodyOf: Body = bodies[answer];
  const ready = new Map(reads.map(({ path, statement, headers }) => [path, { statement, lines: withoutLength(headers) }]));

  const respond = async (url: string, response: ServerResponse) => {
    const read = ready.get(url);
    const text = read && bodyOf(await query(read.statement), url, publicUrl);
    if (!text) return response.writeHead(404, { "content-length": "0" }).end();
    const body = Buffer.from(text);
    return response.writeHead(200, [...read.lines, "content-length", String(body.length)]).end(body);
  };
  return ({ url = "" }, response) => void respond(url, response);
});

async function connect(database: QueriedReads["database"]): Promise<Query> {
  if ("folder" in database) {
    const engine = await PGlite.create({ dataDir: database.folder, extensions });
    return async ({ text, values }) => (await engine.query<object>(text, values)).rows;
  }
  const pool = barePool(database);
  return async (statement) => (await pool.query<object>(statement)).rows;
}

function withoutLength(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== "content-length");
}
