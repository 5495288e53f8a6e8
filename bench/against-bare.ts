import { cp } from "node:fs/promises";
import { join } from "node:path";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import type { QueriedReads } from "./bare-query.ts";
import { startBare } from "./bare.ts";
import { ask, headerOf, requestText, requireSameAnswers } from "./exchange.ts";
import { figuresOf, loadInTurn, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";
import type { BenchSite } from "./site.ts";
import { loadBesideBare, poolSize, startUncached } from "./uncached.ts";
import { onEmbedded, onPostgres, startVitrine, type Settings } from "./vitrine.ts";

/** One read of Vitrine beside the same response from a bare node:http server. */
export interface Comparison {
  read: string;
  /** The required minimum, if there is one: of `byCpu`, or of `byThroughput`. */
  goal: number | undefined;
  goalIsOf: "cpu" | "throughput";
  bare: Figures;
  vitrine: Figures;
  /** Vitrine's responses per second as a share of the bare server's. */
  byThroughput: number;
  /** The bare server's processor time per response as a share of Vitrine's. */
  byCpu: number;
}

/** A page, lists, a product and a 304 from the cache, beside a server that has only their bytes. */
export async function compareHotReads(
  bench: Bench,
  { page, list, products, product }: BenchSite,
  databaseUrl: string,
): Promise<Comparison[]> {
  const vitrine = await startVitrine(bench.scratch, onPostgres(databaseUrl));
  const etag = headerOf(await ask(vitrine.port, page), "etag") ?? "";
  const unchangedPage = { ...page, headers: { ...page.headers, "if-none-match": etag } };
  const cases = [
    { name: "one page, from memory", read: page, status: 200, goal: 0.85 },
    { name: "a list of 20 entries, from memory", read: list, status: 200, goal: 0.85 },
    { name: "a list of 20 products, from memory", read: products, status: 200, goal: 0.85 },
    { name: "one product, from memory", read: product, status: 200, goal: 0.85 },
    { name: "one page, not modified (304)", read: unchangedPage, status: 304, goal: undefined },
  ];
  const comparisons: Comparison[] = [];
  for (const { name, read, status, goal } of cases) {
    const bare = await startBare(bench.scratch, "bare-answer.ts", await ask(vitrine.port, read));
    await requireSameAnswers(bare.port, vitrine.port, [read]);
    comparisons.push(comparison(name, goal, await loadInTurn(bench, [bare, vitrine], [requestText(read)], status)));
    await bare.stop();
  }
  await vitrine.stop();
  return comparisons;
}

const host = "api.bench.example";

/**
 * Answers for caches in front, with their tags, beside those for one client, with their limits and without tags: the bytes of both from a bare server, which
 * shows what the headers cost alone.
 */
export async function compareTags(bench: Bench, { page, list }: BenchSite, databaseUrl: string): Promise<Comparison[]> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  await sql`insert into site_hosts (host, site_id, created_at) select ${host}, site_id, now() from api_keys limit 1 on conflict (host) do nothing`;
  await sql.close();
  const vitrine = await startVitrine(bench.scratch, onPostgres(databaseUrl));
  const comparisons: Comparison[] = [];
  for (const { name, read } of [
    { name: "one page", read: page },
    { name: "a list of 20 entries", read: list },
  ]) {
    const [forOne, forAll] = [
      await startBare(bench.scratch, "bare-answer.ts", await ask(vitrine.port, read)),
      await startBare(bench.scratch, "bare-answer.ts", await ask(vitrine.port, { ...read, headers: { host } })),
    ];
    const rounds = await loadInTurn(bench, [forOne, forAll], [requestText(read)], 200);
    comparisons.push(comparison(`${name}, for caches in front beside for one client`, 0.98, rounds));
    for (const server of [forOne, forAll]) await server.stop();
  }
  await vitrine.stop();
  return comparisons;
}

/** A page with the cache off, beside a server that runs the same statement on the same PostgreSQL. */
export async function compareUncachedOnPostgres(bench: Bench, site: BenchSite, url: string): Promise<Comparison> {
  return compareUncachedPages(bench, site, onPostgres(url), { url, poolSize }, { name: "PostgreSQL", goal: 0.75 });
}

/** The same on the embedded database. Nothing else may use the folder at that time. */
export async function compareUncachedOnEmbedded(bench: Bench, site: BenchSite, folder: string): Promise<Comparison> {
  // Two processes must never open one folder of the embedded database.
  const copy = await bench.scratch.folder();
  await cp(join(folder, "database"), copy, { recursive: true });
  return compareUncachedPages(bench, site, onEmbedded(folder), { folder: copy }, { name: "embedded database", goal: undefined });
}

async function compareUncachedPages(
  bench: Bench,
  { plainPages }: BenchSite,
  settings: Settings,
  database: QueriedReads["database"],
  { name, goal }: { name: string; goal: number | undefined },
): Promise<Comparison> {
  const vitrine = await startUncached(bench, settings);
  const rounds = await loadBesideBare(bench, [vitrine], database, { answer: "page", reads: plainPages });
  await vitrine.stop();
  return comparison(`one page, cache off, ${name}`, goal, rounds);
}

/** Of the rounds of a bare server and of Vitrine. */
export function comparison(
  read: string,
  goal: number | undefined,
  [bare = [], vitrine = []]: Round[][],
  goalIsOf: Comparison["goalIsOf"] = "cpu",
): Comparison {
  return {
    read,
    goal,
    goalIsOf,
    bare: figuresOf(bare),
    vitrine: figuresOf(vitrine),
    byThroughput: medianRatio(vitrine, bare, ({ perSecond }) => perSecond),
    byCpu: medianRatio(bare, vitrine, ({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer),
  };
}
