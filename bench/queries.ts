import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { chance } from "../test/kit/chance.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { comparison, type Comparison } from "./against-bare.ts";
import { article, levels } from "./article.ts";
import { assembleForBench } from "./assembled.ts";
import { cacheCounts } from "./cache-counts.ts";
import { someWord } from "./catalogue.ts";
import { requestText, type Read } from "./exchange.ts";
import { count, plain } from "./lines.ts";
import { addPlainArticles, compareWithPlain, countTags } from "./plain-articles.ts";
import { connections, figuresOf, loadOnce, median, type Bench, type Figures, type Round } from "./rounds.ts";
import {
  goalMs,
  measureFuzzedQueries,
  measureRandomQueries,
  randomQueriesLines,
  repeatedBeyondMs,
  type RandomQueries,
} from "./random-queries.ts";
import { loadBesideBare, poolSize, startUncached, type UncachedReads } from "./uncached.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** Queries on a large site among others. */
export interface Queries {
  sizes: QuerySizes;
  /** PostgreSQL counts so many entries of an index in so many milliseconds: how quick the machine is. */
  tags: { values: number; ms: number };
  /** With the cache off, beside a bare server over a plain table, and searches beside one that runs the same statements. */
  uncached: Comparison[];
  /** Hot reads alone, and beside one client that never asks the same query twice. */
  beside: { alone: Figures; beside: Figures; queries: number; hitRate: number };
  random: RandomQueries;
}

export interface QuerySizes {
  /** Of the large site, and of each of the others. */
  entries: number;
  smallEntries: number;
  sites: number;
  random: number;
  fuzzed: number;
}

export const querySizes: QuerySizes = { entries: 50_000, smallEntries: 250, sites: 200, random: 2_000, fuzzed: 100_000 };

const key = "pk_benchbenchbenchbenchbenchbench02";
const importedAtOnce = 2_000;

/** Measures on a migrated database. */
export async function measureQueries(bench: Bench, databaseUrl: string, sizes: QuerySizes): Promise<Queries> {
  await addSites(databaseUrl, sizes);
  await addPlainArticles(databaseUrl);
  await bench.scratch.on(databaseUrl, "vacuum analyze");
  const server = await startUncached(bench, onPostgres(databaseUrl));
  const tags = await countTags(databaseUrl);
  const uncached = await compareWithPlain(bench, server, databaseUrl, read);
  for (const { name, answer, reads } of searches()) {
    const rounds = await loadBesideBare(bench, [server], { url: databaseUrl, poolSize }, { answer, reads });
    uncached.push(comparison(`${name}, cache off`, 0.6, rounds, "throughput"));
  }
  await server.stop();
  const random = await measureRandomQueries(bench, databaseUrl, sizes.random, read);
  return { sizes, tags, uncached, random, beside: await measureBeside(bench, databaseUrl) };
}

/** A part of its own, as it takes a quarter of an hour. */
export async function fuzzLargeSite(bench: Bench, databaseUrl: string, sizes: QuerySizes): Promise<string> {
  await addSites(databaseUrl, sizes);
  await addPlainArticles(databaseUrl);
  await bench.scratch.on(databaseUrl, "vacuum analyze");
  const fuzzed = await measureFuzzedQueries(bench, databaseUrl, sizes.fuzzed, read);
  const { values, ms } = await countTags(databaseUrl);
  const table = randomQueriesLines("Queries with faults, cache off, one after the other", fuzzed);
  return `## Queries with faults

The site has ${count(sizes.entries)} entries, among ${sizes.sites} sites. If a query takes more than ${repeatedBeyondMs} ms, the bench sends it four more times and counts
the median. _Slower at first_ are queries that took more than ${goalMs} ms the first time, because the server had not yet cached anything of the
site, or the machine was busy.

${table}

PostgreSQL alone counts the ${count(values)} tags of the site in an index in ${ms.toFixed(1)} ms: the slowest query took ${(fuzzed.slowest.ms / ms).toFixed(1)} times that.\n`;
}

/** Each connection asks another query, as equal ones would share one reading. */
function searches(): { name: string; answer: UncachedReads["answer"]; reads: Read[] }[] {
  const next = chance(5);
  const words = () => `q=${someWord(next)}%20${someWord(next)}`;
  const reads = (path: () => string) => Array.from({ length: connections }, () => ({ path: `/api/public/v1/${path()}`, headers }));
  return [
    { name: "entries by a search", answer: "entries", reads: reads(() => `content/article?${words()}`) },
    { name: "a search of all entries", answer: "found", reads: reads(() => `search?types=entry&${words()}`) },
  ];
}

const headers = { "x-api-key": key };
const read = (query: string): Read => ({ path: `/api/public/v1/content/article?${query}`, headers });

/** Reads of 20 lists from memory, and beside them one connection with different queries. */
async function measureBeside(bench: Bench, databaseUrl: string): Promise<Queries["beside"]> {
  const server = await startVitrine(bench.scratch, { ...onPostgres(databaseUrl), CACHE_MEMORY_MB: "16" });
  const hot = Array.from({ length: 20 }, (_, index) => requestText(read(`page=${index + 1}`)));
  await loadOnce(bench, server, hot, 200, bench.warmUpSeconds);
  const [alone, beside]: [Round[], Round[]] = [[], []];
  const hitRates: number[] = [];
  let asked = 0;
  for (let round = 0; round < bench.rounds; round += 1) {
    alone.push(await loadOnce(bench, server, hot, 200, bench.seconds));
    const before = await cacheCounts(server);
    let isOver = false;
    const asking = (async () => {
      let askedCount = 0;
      for (; !isOver; askedCount += 1) {
        const { path, headers } = read(`where[minutes][lte]=${asked % 90}&where[slug][ne]=x-${asked}&pageSize=5`);
        asked += 1;
        await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).arrayBuffer();
      }
      return askedCount;
    })();
    beside.push(await loadOnce(bench, server, hot, 200, bench.seconds));
    isOver = true;
    const queryCount = await asking;
    const after = await cacheCounts(server);
    const misses = after.misses - before.misses - queryCount;
    hitRates.push(1 - misses / (after.hits - before.hits + misses));
  }
  await server.stop();
  return { alone: figuresOf(alone), beside: figuresOf(beside), queries: asked, hitRate: median(hitRates) };
}

export async function addSites(databaseUrl: string, { entries, smallEntries, sites }: QuerySizes): Promise<void> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { import: importBundle } = bundleImports(assembleForBench({ sql, ids: systemIds }).deps, "http://localhost");
    for (let number = 0; number < sites; number += 1) {
      const site = { slug: `queries-${number}`, name: "Queries", defaultLocale: "en", locales: ["en"], currency: "eur" };
      const next = chance(number + 1);
      const keys = number === 0 ? { apiKeys: [{ name: "bench", key }] } : {};
      await importBundle({ bundle: 1, site, ...keys, contentTypes: [article] });
      const total = number === 0 ? entries : smallEntries;
      for (let place = 0; place < total; place += importedAtOnce) {
        const batch = Array.from({ length: Math.min(importedAtOnce, total - place) }, (_, index) => randomArticle(place + index, next));
        await importBundle({ bundle: 1, site, entries: batch });
        // As in many-entries.ts.
        if (number === 0 && place === 0) await sql`analyze`;
      }
    }
  } finally {
    await sql.close();
  }
}

function randomArticle(place: number, next: () => number) {
  const below = (most: number) => Math.floor(next() * most);
  const words = (most: number) => Array.from({ length: most }, () => someWord(next)).join(" ");
  const data = {
    title: words(4),
    minutes: below(200),
    level: levels[below(3)],
    tags: Array.from({ length: 3 }, () => `tag-${below(100)}`),
    text: words(60),
  };
  return { contentType: article.slug, slug: `article-${place + 1}`, locale: "en", data };
}

export function queriesSection({ sizes, tags, beside, random }: Queries, table: string): string {
  const { alone, beside: besideQueries, queries: asked, hitRate } = beside;
  const row = (name: string, { perSecond, cpuMicrosPerAnswer, p50Ms, p99Ms }: Figures) => {
    const cells = [name, count(perSecond), cpuMicrosPerAnswer.toFixed(1), p50Ms.toFixed(2), p99Ms.toFixed(2)];
    return { cells, goal: undefined };
  };
  return `## Queries

Lists of 20 of ${count(sizes.entries)} entries of one site, among ${sizes.sites} sites with ${count(sizes.smallEntries)} each. Every query is different. The bare server
answers the lists from a table that has a column and an index for each field of these articles, with one prepared statement for each query;
their processor time is that of the server and the database together. It answers the searches with Vitrine's own statement; their goals
concern answers per second. On this machine PostgreSQL counts ${count(tags.values)} entries of an index in ${tags.ms.toFixed(1)} ms.

${table}

${randomQueriesLines("Random queries, cache off, one after the other", random)}

20 lists from a cache of 16 MiB, alone, and beside one client that never repeats a query (${count(asked)} in all). Beside this client, ${(100 * hitRate).toFixed(2)} % of
the reads came from memory.

${plain(["Reads from memory", "answers/s", "CPU µs", "p50 ms", "p99 ms"], [row("alone", alone), row("beside different queries", besideQueries)])}
`;
}
