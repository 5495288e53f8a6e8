import { ask } from "./exchange.ts";
import type { ServerProcess } from "./process.ts";

/** The cache of responses, as the server's metrics tell. */
export interface CacheCounts {
  hits: number;
  misses: number;
  entries: number;
}

export async function cacheCounts({ port }: ServerProcess): Promise<CacheCounts> {
  const { body } = await ask(port, { path: "/metrics", headers: {} });
  const valueOf = (name: string) => {
    const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(body)?.[1];
    if (value === undefined) throw new Error(`The server has no metric ${name}.`);
    return Number(value);
  };
  return {
    hits: valueOf("vitrine_cache_hits_total"),
    misses: valueOf("vitrine_cache_misses_total"),
    entries: valueOf("vitrine_cache_entries"),
  };
}

/** Those of an interval. */
export function countsBetween(before: CacheCounts, after: CacheCounts): Pick<CacheCounts, "hits" | "misses"> {
  return { hits: after.hits - before.hits, misses: after.misses - before.misses };
}
