import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { ReadyAnswers } from "./bare-answers.ts";
import type { QueriedPages } from "./bare-query.ts";
import { startBare } from "./bare.ts";
import { ask, headerOf, requestText, requireSameAnswers, type Read } from "./exchange.ts";
import { figuresOf, loadInTurn, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";
import type { BenchSite } from "./site.ts";
import { onEmbedded, onPostgres, startVitrine } from "./vitrine.ts";

/** One read of Vitrine beside the same answer from a bare node:http server. */
export interface Comparison {
  read: string;
  bare: Figures;
  vitrine: Figures;
  /** Vitrine's answers per second as a share of the bare server's. */
  byThroughput: number;
  /** The bare server's processor time per answer as a share of Vitrine's. */
  byCpu: number;
}

const poolSize = 10;

export function readsOf({ apiKey }: BenchSite) {
  const read = (path: string): Read => ({ path: `/api/public/v1${path}`, headers: { "x-api-key": apiKey } });
  return { page: read("/pages/home"), list: read("/content/blog-post?pageSize=20"), plainPage: (slug: string) => read(`/pages/${slug}`) };
}

/** A page, a list and a 304 from memory, beside a server that has nothing but their bytes. */
export async function compareHotReads(bench: Bench, site: BenchSite, databaseUrl: string): Promise<Comparison[]> {
  const { page, list } = readsOf(site);
  const vitrine = await startVitrine(bench.scratch, onPostgres(databaseUrl));
  const etag = headerOf(await ask(vitrine.port, page), "etag") ?? "";
  const cases = [
    { name: "one page, from memory", read: page, status: 200 },
    { name: "a list of 20 entries, from memory", read: list, status: 200 },
    { name: "one page, not modified (304)", read: { ...page, headers: { ...page.headers, "if-none-match": etag } }, status: 304 },
  ];
  const reads = cases.map(({ read }) => read);
  const exchanges = await Promise.all(reads.map(async (read) => ({ read, answer: await ask(vitrine.port, read) })));
  const bare = await startBare(bench.scratch, "bare-answers.ts", { exchanges } satisfies ReadyAnswers);
  await requireSameAnswers(bare.port, vitrine.port, reads);

  const comparisons: Comparison[] = [];
  for (const { name, read, status } of cases) {
    const rounds = await loadInTurn(bench, [bare, vitrine], [requestText(read)], status);
    comparisons.push(comparison(name, rounds));
  }
  await Promise.all([bare.stop(), vitrine.stop()]);
  return comparisons;
}

/**
 * A page with the cache off, beside a server that runs the same statement. Each connection reads a page of its own:
 * Vitrine would let requests for the same page share one reading, which the bare server does not.
 */
export async function compareUncachedReads(
  bench: Bench,
  site: BenchSite,
  database: { url: string } | { folder: string },
): Promise<Comparison> {
  const { plainPage } = readsOf(site);
  const reads = site.plainPages.map(plainPage);
  const uncached = { CACHE_MEMORY_MB: "0", DATABASE_POOL: String(poolSize) };
  const settings = "url" in database ? onPostgres(database.url) : onEmbedded(database.folder);
  // Two processes must never open one folder of the embedded database.
  const copy = await bench.scratch.folder();
  if ("folder" in database) await cp(database.folder, copy, { recursive: true });
  const vitrine = await startVitrine(bench.scratch, { ...settings, ...uncached });

  const pages = await Promise.all(
    reads.map(async (read, index) => {
      const { headers } = await ask(vitrine.port, read);
      return { path: read.path, slug: site.plainPages[index] as string, locale: "en", headers };
    }),
  );
  const bare = await startBare(bench.scratch, "bare-query.ts", {
    database: "url" in database ? { url: database.url, poolSize } : { folder: join(copy, "database") },
    siteSlug: site.slug,
    pages,
  } satisfies QueriedPages);
  await requireSameBodies(bare.port, vitrine.port, reads);

  const rounds = await loadInTurn(bench, [bare, vitrine], reads.map(requestText), 200);
  await Promise.all([bare.stop(), vitrine.stop()]);
  return comparison(`one page, cache off, ${"url" in database ? "PostgreSQL" : "embedded database"}`, rounds);
}

function comparison(read: string, [bare = [], vitrine = []]: Round[][]): Comparison {
  return {
    read,
    bare: figuresOf(bare),
    vitrine: figuresOf(vitrine),
    byThroughput: medianRatio(vitrine, bare, ({ perSecond }) => perSecond),
    byCpu: medianRatio(bare, vitrine, ({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer),
  };
}
