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
  /** With the cache off, beside a bare server that runs the same statements. */
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
  await bench.scratch.on(databaseUrl, "vacuum analyze");
  const server = await startUncached(bench, onPostgres(databaseUrl));
  const uncached: Comparison[] = [];
  for (const { name, answer, reads } of queries()) {
    const rounds = await loadBesideBare(bench, [server], { url: databaseUrl, poolSize }, { answer, reads });
    uncached.push(comparison(`${name}, cache off`, 0.6, rounds, "throughput"));
  }
  await server.stop();
  const random = await measureRandomQueries(bench, databaseUrl, sizes.random, read);
  return { sizes, uncached, random, beside: await measureBeside(bench, databaseUrl) };
}

/** A part of its own, as it takes a quarter of an hour. */
export async function fuzzLargeSite(bench: Bench, databaseUrl: string, sizes: QuerySizes): Promise<string> {
  await addSites(databaseUrl, sizes);
  await bench.scratch.on(databaseUrl, "vacuum analyze");
  const fuzzed = await measureFuzzedQueries(bench, databaseUrl, sizes.fuzzed, read);
  const { values, ms } = await countLargestField(databaseUrl);
  const table = randomQueriesLines("Queries with faults, cache off, one after the other", fuzzed);
  return `## Queries with faults

Of a site of ${count(sizes.entries)} entries, among ${sizes.sites} sites. A query that takes more than ${repeatedBeyondMs} ms is sent four times more, and counts with the median: _slower at first_ are those that took more
than ${goalMs} ms the first time, when the server had yet to read what it keeps of the site, or the machine was busy.

${table}

PostgreSQL alone counts the ${count(values)} values of the field that has the most in ${ms.toFixed(1)} ms: the slowest query took ${(fuzzed.slowest.ms / ms).toFixed(1)} times that.\n`;
}

/** Says how quick the machine is: one such count is part of each query with a facet of that field. */
async function countLargestField(databaseUrl: string): Promise<{ values: number; ms: number }> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const [largest] = await sql<{ siteId: string; fieldId: string; values: number }>`
      select site_id as "siteId", field_id as "fieldId", count(*)::int as values
      from published_values group by site_id, field_id order by values desc limit 1`;
    if (!largest) throw new Error("The bench has no values.");
    const times: number[] = [];
    for (let again = 0; again < 9; again += 1) {
      const beganAt = performance.now();
      await sql`
        select value, count(*)::int as count from published_values
        where site_id = ${largest.siteId} and field_id = ${largest.fieldId} group by value`;
      times.push(performance.now() - beganAt);
    }
    return { values: largest.values, ms: median(times) };
  } finally {
    await sql.close();
  }
}

/** Each connection asks another query, as equal ones would share one reading. */
function queries(): { name: string; answer: UncachedReads["answer"]; reads: Read[] }[] {
  const next = chance(5);
  const entries = (name: string, query: (index: number) => string) => {
    return { name: `entries ${name}`, answer: "entries" as const, reads: Array.from({ length: connections }, (_, at) => read(query(at))) };
  };
  const words = () => `q=${someWord(next)}%20${someWord(next)}`;
  return [
    entries("by one value", (index) => `where[tags][contains]=tag-${index}`),
    entries("by a range, sorted", (index) => `where[minutes][lte]=${20 + index}&sort=minutes`),
    entries("by two conditions", (index) => `where[level]=hard&where[minutes][lte]=${20 + index}`),
    entries("by one value, with two facets", (index) => `where[minutes]=${index}&facets=level,tags`),
    entries("by a search", words),
    {
      ...{ name: "a search of all entries", answer: "found" },
      reads: Array.from({ length: connections }, () => ({ path: `/api/public/v1/search?types=entry&${words()}`, headers })),
    },
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
      let own = 0;
      for (; !isOver; own += 1) {
        const { path, headers } = read(`where[minutes][lte]=${asked % 90}&where[slug][ne]=x-${asked}&pageSize=5`);
        asked += 1;
        await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).arrayBuffer();
      }
      return own;
    })();
    beside.push(await loadOnce(bench, server, hot, 200, bench.seconds));
    isOver = true;
    const own = await asking;
    const after = await cacheCounts(server);
    const misses = after.misses - before.misses - own;
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
    ...{ minutes: below(200), level: levels[below(3)], tags: Array.from({ length: 3 }, () => `tag-${below(100)}`), text: words(60) },
  };
  return { contentType: article.slug, slug: `article-${place + 1}`, locale: "en", data };
}

export function queriesSection({ sizes, beside, random }: Queries, table: string): string {
  const { alone, beside: besideQueries, queries: asked, hitRate } = beside;
  const row = (name: string, { perSecond, cpuMicrosPerAnswer, p50Ms, p99Ms }: Figures) => {
    const cells = [name, count(perSecond), cpuMicrosPerAnswer.toFixed(1), p50Ms.toFixed(2), p99Ms.toFixed(2)];
    return { cells, goal: undefined };
  };
  return `## Queries

Lists of 20 of ${count(sizes.entries)} entries of one site, among ${sizes.sites} sites with ${count(sizes.smallEntries)} each. The bare server runs the statement that finds the entries and counts the
facets; Vitrine also keeps the fields of the type. The goals are of answers per second, as most of the time is the database's.

${table}

${randomQueriesLines("Random queries, cache off, one after the other", random)}

20 lists from a cache of 16 MiB, alone, and beside one client that never asks the same query twice (${count(asked)} in all): ${(100 * hitRate).toFixed(2)} % of
the reads beside it were from memory.

${plain(["Reads from memory", "answers/s", "CPU µs", "p50 ms", "p99 ms"], [row("alone", alone), row("beside different queries", besideQueries)])}
`;
}
