import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { cacheCounts, countsBetween } from "./cache-counts.ts";
import { chance } from "../test/kit/chance.ts";
import { ask, requestText } from "./exchange.ts";
import { count, withGoals, type Line } from "./lines.ts";
import { addManyEntries, type ManyEntries } from "./many-entries.ts";
import type { ServerProcess } from "./process.ts";
import { connections, figuresOf, loadOnce, median, type Bench, type Figures, type Round } from "./rounds.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";
import { zipfPlaces } from "./zipf.ts";

/** Reads of a site whose entries are all in memory, without publications and beside them. */
export interface Publications {
  entries: number;
  alone: ReadsOfEntries;
  beside: ReadsOfEntries;
  /** Of all rounds beside publications. */
  published: number;
  /** The median time of an import that publishes one entry. */
  publishMs: number;
}

/** Medians over the rounds. */
interface ReadsOfEntries {
  figures: Figures;
  /** hits / (hits + misses). */
  hitRate: number;
  misses: number;
}

type RoundOfEntries = Round & Pick<ReadsOfEntries, "hitRate" | "misses">;

export const publishedEntries = 20_000;
/** All entries fit: one takes less than 6 kB. */
const cacheMebibytes = 256;
const requestsPerEntry = 5;
/** So that several publications fall into each round. */
const timesAsLong = 2;
const publishEveryMs = 1_000;
/** Every second publication is of one of these. */
const mostRequested = 100;
/** A change is shown at the latest after this time. */
const shownWithinMs = 1_000;

/** On a migrated database. */
export async function measurePublications(bench: Bench, databaseUrl: string, entries: number): Promise<Publications> {
  const site = await addManyEntries(databaseUrl, entries);
  try {
    // Otherwise the database would do it by itself during a round.
    await bench.scratch.on(databaseUrl, "vacuum analyze");
    const server = await startVitrine(bench.scratch, { ...onPostgres(databaseUrl), CACHE_MEMORY_MB: String(cacheMebibytes) });
    const requests = zipfPlaces(1, entries, requestsPerEntry * entries).map((place) => requestText(site.read(place)));
    await loadOnce(bench, server, requests, 200, bench.warmUpSeconds);

    const publisher = startPublishing(site, entries);
    const seconds = timesAsLong * bench.seconds;
    const load = async (): Promise<RoundOfEntries> => {
      const before = await cacheCounts(server);
      const figures = await loadOnce(bench, server, requests, 200, seconds);
      const { hits, misses } = countsBetween(before, await cacheCounts(server));
      return { ...figures, misses, hitRate: hits / (hits + misses) };
    };
    const [alone, beside]: [RoundOfEntries[], RoundOfEntries[]] = [[], []];
    for (let round = 0; round < bench.rounds; round += 1) {
      // Again in each round: the publications of the one before must not slow down the reads alone.
      await readEach(server, site, entries);
      alone.push(await load());
      const [figures] = await Promise.all([load(), publisher.publishFor(seconds * 1_000)]);
      beside.push(figures);
    }
    await publisher.requireShown(server);
    await server.stop();
    const { times } = publisher;
    return { entries, alone: summary(alone), beside: summary(beside), published: times.length, publishMs: median(times) };
  } finally {
    await site.close();
  }
}

/** Reads every entry once, and requires that all of them are in memory then. */
async function readEach(server: ServerProcess, site: ManyEntries, entries: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let place = 0;
  const readSome = async () => {
    while (place < entries) {
      const { status } = await ask(server.port, site.read(place++), agent);
      if (status !== 200) throw new Error(`The read of an entry returned ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, readSome)).finally(() => agent.destroy());
  const inMemory = (await cacheCounts(server)).entries;
  if (inMemory !== entries) throw new Error(`Of ${entries} entries, ${inMemory} are in the cache.`);
}

/** Publishes one entry a second: in turn any one, and one of those that readers request most. */
function startPublishing(site: ManyEntries, entries: number) {
  const next = chance(2);
  const times: number[] = [];
  let last = { place: 0, text: "" };
  return {
    /** Of each publication so far, in milliseconds. */
    times,
    publishFor: async (milliseconds: number) => {
      const begin = performance.now();
      // Not at once, because the load begins a little later.
      for (let at = Math.min(publishEveryMs, milliseconds) / 2; at < milliseconds; at += publishEveryMs) {
        await delay(begin + at - performance.now());
        const place = Math.floor(next() * (times.length % 2 === 0 ? entries : Math.min(mostRequested, entries)));
        const before = performance.now();
        last = { place, text: await site.publish(place) };
        times.push(performance.now() - before);
      }
    },
    /** A cache that kept everything would have the best hit rate. */
    requireShown: async ({ port }: ServerProcess) => {
      await delay(shownWithinMs);
      const { body } = await ask(port, site.read(last.place));
      if (!body.includes(`"${last.text}\\n`)) throw new Error("The server does not show the last publication.");
    },
  };
}

function summary(rounds: readonly RoundOfEntries[]): ReadsOfEntries {
  const of = (value: (round: RoundOfEntries) => number) => median(rounds.map(value));
  return { figures: figuresOf(rounds), hitRate: of(({ hitRate }) => hitRate), misses: of(({ misses }) => misses) };
}

export function publicationLines({ alone, beside }: Publications): Line[] {
  const line = (name: string, value: (reads: ReadsOfEntries) => string): Line => ({ cells: [name, value(alone), value(beside)] });
  const [p99Alone, p99Beside] = [alone.figures.p99Ms, beside.figures.p99Ms];
  const hitGoal = { text: "≥ 0.99 beside publications", met: beside.hitRate >= 0.99 };
  const p99Goal = { text: "≤ 2 × alone beside publications", met: p99Beside <= 2 * p99Alone };
  return [
    { ...line("hit rate", (reads) => reads.hitRate.toFixed(5)), goal: hitGoal },
    line("misses of a round", ({ misses }) => count(misses)),
    line("answers/s", ({ figures }) => count(figures.perSecond)),
    line("CPU µs", ({ figures }) => figures.cpuMicrosPerAnswer.toFixed(1)),
    line("p50 ms", ({ figures }) => figures.p50Ms.toFixed(2)),
    { ...line("p99 ms", ({ figures }) => figures.p99Ms.toFixed(2)), goal: p99Goal },
  ];
}

export function publicationsSection(results: Publications): string {
  const { entries, published, publishMs } = results;
  return `## Reads beside publications

A site of ${count(entries)} entries, all in memory. Readers request single entries by Zipf's law. Beside them, an import changes one entry each
second. Publications: ${published}; the median took ${publishMs.toFixed(0)} ms.

${withGoals(["One entry by its slug", "alone", "beside publications"], publicationLines(results))}
`;
}

export const publicationsMethod = `- Publications: entries of 3 kB of one content type. Readers request the nth 1/n times as often as the first (Zipf's law with exponent 1,
  over all entries); the bench draws ${requestsPerEntry} requests per entry beforehand. Before each round of reads alone it reads every entry once, so that
  all are in memory. Rounds last ${timesAsLong} times as long as others. In turn, a publication changes any entry, or an entry among the ${mostRequested} that
  readers request most; a hash of its number decides which. The bench's own process imports it over a separate connection. The hit rate
  is hits / (hits + misses), from the metrics of the server.
`;
