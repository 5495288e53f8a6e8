import { Agent } from "node:http";
import { performance } from "node:perf_hooks";
import { misspelt, shopRead } from "./catalogue-reads.ts";
import { chance } from "../test/kit/chance.ts";
import { vocabulary } from "./catalogue.ts";
import { ask } from "./exchange.ts";
import type { Bench } from "./rounds.ts";
import { startUncached } from "./uncached.ts";
import { onPostgres } from "./vitrine.ts";

/** The duration of the worst possible searches, one after the other. */
export interface Searches {
  count: number;
  p50Ms: number;
  p99Ms: number;
  slowest: { q: string; ms: number };
}

/** Each kind is there as often as every other. The most frequent words come first in the vocabulary. */
const kinds: readonly ((next: () => number, index: number) => string)[] = [
  (_, index) => vocabulary[index] as string,
  (_, index) => String.fromCharCode(97 + (index % 26)),
  (_, index) => (vocabulary[index] as string).slice(0, 2),
  (_, index) => vocabulary.slice(index, index + 10).join(" "),
  (_, index) => Array.from({ length: 10 }, (_empty, letter) => String.fromCharCode(97 + ((index + letter) % 26))).join(" "),
  (next) => Array.from({ length: 10 }, () => misspelt(longWord(next), next)).join(" "),
  (next) => misspelt(longWord(next), next),
  (next) => `${vocabulary[0] as string} ${misspelt(longWord(next), next)}`,
  (next, index) => `${"abcdefghijklmnopqrstuvwxyz"[index % 26] as string} ${longWord(next)}`,
  (next) => longWord(next).repeat(20).slice(0, 200),
  (_, index) => `sku ${index}`,
  (_, index) => `${index} ${index + 1} oak`,
  (next) => longWord(next).normalize("NFD").replaceAll("a", "a\u0301").toUpperCase(),
  (_, index) => `${"' \" \\ & | ! ( ) : * <-> % _ 🪑".repeat(2)} ${vocabulary[index] as string}`,
  (next) => longWord(next).replaceAll(/[aeiou]/g, "x"),
  (_, index) => (vocabulary[index] as string).padEnd(4, "a"),
];

export async function measureSearches(bench: Bench, databaseUrl: string, count = 200): Promise<Searches> {
  const server = await startUncached(bench, onPostgres(databaseUrl));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const next = chance(7);
  const searches = Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.(next, Math.floor(index / kinds.length)) ?? "");
  const time = async (q: string) => {
    const beganAt = performance.now();
    const { status } = await ask(server.port, shopRead("/products", { q }), agent);
    if (status !== 200) throw new Error(`The search for ${q} returned ${status}.`);
    return { q, ms: performance.now() - beganAt };
  };
  // The connections of the pool are made, and the process is warm.
  for (const q of searches.slice(0, kinds.length)) await time(q);
  const timed: { q: string; ms: number }[] = [];
  for (const q of searches) timed.push(await time(q));
  agent.destroy();
  await server.stop();
  timed.sort((a, b) => a.ms - b.ms);
  const at = (share: number) => timed[Math.ceil(share * timed.length) - 1] as { q: string; ms: number };
  return { count, p50Ms: at(0.5).ms, p99Ms: at(0.99).ms, slowest: at(1) };
}

function longWord(next: () => number): string {
  for (;;) {
    const word = vocabulary[Math.floor(next() * vocabulary.length)] as string;
    if (word.length > 6) return word;
  }
}
