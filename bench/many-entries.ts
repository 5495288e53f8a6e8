import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import type { Read } from "./exchange.ts";

/** A site of many entries of one content type. Each is known by its place, from 0 on. */
export interface ManyEntries {
  site: typeof site;
  /** Of the public API. */
  key: string;
  read(place: number): Read;
  /** Publishes other text for an entry, in one import. Resolves with that text. */
  publish(place: number): Promise<string>;
  close(): Promise<void>;
}

const key = "pk_benchbenchbenchbenchbenchbench01";
const site = { slug: "many-entries", name: "Many entries", defaultLocale: "en", locales: ["en"], currency: "eur" };
const articleType = { slug: "article", title: "Article", schema: { type: "object", properties: { text: { type: "string" } } } };
const importedAtOnce = 2_000;

/** Publishes the site on a migrated database, and stays connected for further publications. */
export async function addManyEntries(databaseUrl: string, entries: number): Promise<ManyEntries> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  const { import: importBundle } = bundleImports(assembleForBench({ sql, ids: systemIds }).deps, "http://localhost");
  let publications = 0;
  await importBundle({ bundle: 1, site, apiKeys: [{ name: "bench", key }], contentTypes: [articleType] });
  for (let place = 0; place < entries; place += importedAtOnce) {
    const batch = Array.from({ length: Math.min(importedAtOnce, entries - place) }, (_, index) => entry(place + index, "First text"));
    await importBundle({ bundle: 1, site, entries: batch });
    // Without statistics PostgreSQL checks foreign keys by an index that reads the whole site, and where autovacuum is off nothing makes them.
    if (place === 0) await sql`analyze`;
  }
  return {
    site,
    key,
    read: (place) => ({ path: `/api/public/v1/content/${articleType.slug}/${slugOf(place)}`, headers: { "x-api-key": key } }),
    publish: async (place) => {
      publications += 1;
      const text = `Publication ${publications}`;
      const { sections } = await importBundle({ bundle: 1, site, entries: [entry(place, text)] });
      if (sections.entries.updated !== 1) throw new Error("A publication of the bench changed nothing.");
      return text;
    },
    close: () => sql.close(),
  };
}

const slugOf = (place: number) => `article-${place + 1}`;
/** 3 kB. */
const paragraphs = Array.from({ length: 10 }, (_, index) => `Paragraph ${index + 1} of the article. `.repeat(10)).join("\n");

function entry(place: number, text: string) {
  const data = { text: `${text}\n${paragraphs}` };
  return { contentType: articleType.slug, slug: slugOf(place), locale: "en", data };
}
