import type { ServerResponse } from "node:http";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { Site } from "../server/src/lib/site.ts";
import { findPublished, pageContentType, type PublishedDocument } from "../server/src/features/content/document.ts";
import { pageJson } from "../server/src/features/content/page.ts";
import { serveBare } from "./bare.ts";

/** Reads each page with the one statement that Vitrine reads it with, and answers with the same text. */
export interface QueriedPages {
  database: { url: string; poolSize: number } | { folder: string };
  siteSlug: string;
  pages: readonly { path: string; slug: string; locale: string; headers: readonly string[] }[];
}

type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

serveBare(async ({ database, siteSlug, pages }: QueriedPages) => {
  const query = await connect(database);
  const [site] = await query<Site>({
    name: "site",
    text: `select id, default_locale as "defaultLocale" from sites where slug = $1`,
    values: [siteSlug],
  });
  if (!site) throw new Error(`There is no site ${siteSlug}.`);
  const ready = new Map<string, { statement: Statement; lines: string[] }>();
  for (const { path, headers, ...document } of pages) {
    ready.set(path, { statement: await statementFor(site, document), lines: withoutLength(headers) });
  }

  const answer = async (url: string, response: ServerResponse) => {
    const page = ready.get(url);
    const [row] = page ? await query<PublishedDocument>(page.statement) : [];
    if (!page || !row) return response.writeHead(404, { "content-length": "0" }).end();
    const body = Buffer.from(`{"data":${pageJson(row, row.content)}}`);
    return response.writeHead(200, [...page.lines, "content-length", String(body.length)]).end(body);
  };
  return ({ url = "" }, response) => void answer(url, response);
});

async function connect(database: QueriedPages["database"]): Promise<Query> {
  if ("folder" in database) {
    const engine = await PGlite.create({ dataDir: database.folder });
    return async <Row extends object>({ text, values }: Statement) => (await engine.query<Row>(text, values)).rows;
  }
  const pool = new pg.Pool({ connectionString: database.url, max: database.poolSize });
  return async <Row extends object>(statement: Statement) => (await pool.query<Row>(statement)).rows;
}

/** What the operation would run, taken from it by a handle that only listens. */
async function statementFor(site: Site, { slug, locale }: { slug: string; locale: string }): Promise<Statement> {
  let heard: Statement | undefined;
  const listen = (strings: TemplateStringsArray, ...values: unknown[]) => {
    heard = { name: "page", text: strings.reduce((text, part, index) => `${text}$${index}${part}`), values };
    return Promise.resolve([]);
  };
  await findPublished(listen, site, { contentType: pageContentType, slug, locale });
  if (!heard) throw new Error("The operation ran no statement.");
  return heard;
}

function withoutLength(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== "content-length");
}
