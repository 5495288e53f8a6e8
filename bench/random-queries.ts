import { Agent } from "node:http";
import { performance } from "node:perf_hooks";
import { chance } from "../test/kit/chance.ts";
import { someWord } from "./catalogue.ts";
import { mutatedQuery } from "../test/queries/mutated-query.ts";
import { ask, type Read } from "./exchange.ts";
import { count, withGoals } from "./lines.ts";
import { median, type Bench } from "./rounds.ts";
import { startUncached } from "./uncached.ts";
import { onPostgres } from "./vitrine.ts";

/** How long random queries take, one after the other. */
export interface RandomQueries {
  queries: number;
  refused: number;
  /** With a 5xx. */
  failed: number;
  /** That took too long the first time: the machine was busy, or the server had yet to read the fields that it keeps. */
  slowAtFirst: number;
  p50Ms: number;
  p99Ms: number;
  slowest: { path: string; ms: number };
}

export const goalMs = 250;

/** Of the client: a query that took longer is sent four times more, and counts with the median, as the machine may have been busy. */
export const repeatedBeyondMs = 200;

/** Sends as many random queries to the large site, with the cache off: any fields and operators, up to as much of each as is possible. */
export function measureRandomQueries(
  bench: Bench,
  databaseUrl: string,
  queries: number,
  read: (query: string) => Read,
): Promise<RandomQueries> {
  const next = chance(11);
  return measureOneByOne(bench, databaseUrl, queries, () => read(randomQuery(next)));
}

/** The same with errors in each: wrong names, operators, values and encodings. */
export function measureFuzzedQueries(
  bench: Bench,
  databaseUrl: string,
  queries: number,
  read: (query: string) => Read,
): Promise<RandomQueries> {
  const next = chance(12);
  const below = (most: number) => Math.floor(next() * most);
  const dice = { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
  const names = ["minutes", "level", "tags", "title", "slug", "publishedAt", "text"];
  return measureOneByOne(bench, databaseUrl, queries, () => read(sendable(mutatedQuery(dice, randomQuery(next), names))));
}

/** Node's client refuses to send other characters as they are; any byte can be encoded. */
const sendable = (query: string) => query.replace(/[^\x21-\xff]+/g, (text) => encodeURIComponent(text.toWellFormed()));

async function measureOneByOne(bench: Bench, databaseUrl: string, queries: number, nextRead: () => Read): Promise<RandomQueries> {
  const server = await startUncached(bench, onPostgres(databaseUrl));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // The server ends the connection of a request that is no HTTP: the next one, already on its way, is sent again.
  const time = async (asked: Read) => {
    const beganAt = performance.now();
    const { status } = await ask(server.port, asked, agent).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET") throw error;
      return ask(server.port, asked, agent);
    });
    return { status, ms: performance.now() - beganAt };
  };
  const timed: { path: string; ms: number }[] = [];
  let [refused, failed, slowAtFirst] = [0, 0, 0];
  for (let index = 0; index < queries; index += 1) {
    const asked = nextRead();
    const first = await time(asked);
    const times = [first.ms];
    if (first.ms > goalMs) slowAtFirst += 1;
    if (first.ms > repeatedBeyondMs) for (let again = 0; again < 4; again += 1) times.push((await time(asked)).ms);
    timed.push({ path: asked.path, ms: median(times) });
    if (first.status >= 500) failed += 1;
    else if (first.status !== 200) refused += 1;
  }
  agent.destroy();
  await server.stop();
  timed.sort((a, b) => a.ms - b.ms);
  if (process.env.SLOWEST) for (const { path, ms } of timed.slice(-25)) process.stderr.write(`${ms.toFixed(0)} ${path}\n`);
  const at = (share: number) => timed[Math.ceil(share * timed.length) - 1] as { path: string; ms: number };
  return { queries, refused, failed, slowAtFirst, p50Ms: at(0.5).ms, p99Ms: at(0.99).ms, slowest: at(1) };
}

function randomQuery(next: () => number): string {
  const below = (most: number) => Math.floor(next() * most);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const number = () => String(below(210));
  const tag = () => `tag-${below(110)}`;
  const level = () => pick(["easy", "medium", "hard", "none"]);
  const list = (value: () => string) => Array.from({ length: pick([1, 3, 50]) }, value).join();
  const equalities = (field: string, value: () => string) =>
    pick([`[${field}][eq]=${value()}`, `[${field}][ne]=${value()}`, `[${field}][in]=${list(value)}`, `[${field}][nin]=${list(value)}`]);
  const letter = () => String.fromCharCode(97 + below(26));
  const condition = () =>
    pick([
      () => equalities("minutes", number),
      () => equalities("level", level),
      () => `[minutes][${pick(["lt", "lte", "gt", "gte"])}]=${number()}`,
      () => `[tags][contains]=${tag()}`,
      () => equalities("tags", tag),
      () => `[title][${pick(["prefix", "contains"])}]=${pick([letter(), someWord(next)])}`,
      () => `[slug][${pick(["prefix", "gt", "lt", "ne"])}]=article-${below(50_000)}`,
      () => `[${pick(["minutes", "level", "tags", "title"])}][exists]=${pick(["true", "false"])}`,
    ])();
  const group = () => pick(["", "", `[any][${below(4)}]`]);
  const parts = Array.from({ length: pick([0, 1, 1, 2, 3, 12]) }, () => `where${group()}${condition()}`);
  const sort = [...new Set(Array.from({ length: below(4) }, () => pick(["minutes", "level", "title", "slug", "publishedAt"])))];
  if (sort.length > 0) parts.push(`sort=${sort.map((name) => `${name}:${pick(["asc", "desc"])}`).join()}`);
  const facets = [...new Set(Array.from({ length: pick([0, 0, 1, 5]) }, () => pick(["minutes", "level", "tags", "title"])))];
  if (facets.length > 0) parts.push(`facets=${facets.join()}`);
  if (below(5) === 0) parts.push(`q=${Array.from({ length: pick([1, 2, 10]) }, () => pick([letter(), someWord(next)])).join("%20")}`);
  return [...parts, `page=${pick([1, 2, 1_000])}`, `pageSize=${pick([1, 20, 100])}`].join("&");
}

export function randomQueriesLines(title: string, { queries, refused, failed, slowAtFirst, p50Ms, p99Ms, slowest }: RandomQueries): string {
  const cells = [
    `${count(queries)}, ${count(refused)} of them refused, ${count(failed)} failed, ${count(slowAtFirst)} slower at first`,
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    slowest.ms.toFixed(1),
  ];
  const goal = { text: `all < ${goalMs} ms, none fails`, met: slowest.ms < goalMs && failed === 0 };
  return withGoals([title, "p50 ms", "p99 ms", "slowest ms"], [{ cells, goal }]);
}
