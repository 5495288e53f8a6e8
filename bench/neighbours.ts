import { comparison, type Comparison } from "./against-bare.ts";
import type { CatalogueDatabases } from "./catalogue-database.ts";
import { catalogueReads } from "./catalogue-reads.ts";
import type { CatalogueSize } from "./catalogue.ts";
import { figuresOf, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";
import { loadBesideBare, poolSize, startUncached } from "./uncached.ts";
import { onPostgres } from "./vitrine.ts";

/** The same reads of one site where it is alone in the database, and where others are beside it. */
export interface BesideNeighbours {
  read: string;
  alone: Figures;
  shared: Figures;
  /** Responses per second beside others as a share of those alone. */
  byThroughput: number;
}

/** Reads of the large site with the cache off: beside a bare server on the same database, and beside itself alone. */
export async function measureCatalogue(
  bench: Bench,
  { aloneUrl, sharedUrl }: CatalogueDatabases,
  size: CatalogueSize,
): Promise<{ uncached: Comparison[]; neighbours: BesideNeighbours[] }> {
  const shared = await startUncached(bench, onPostgres(sharedUrl));
  const alone = await startUncached(bench, onPostgres(aloneUrl));
  const uncached: Comparison[] = [];
  const neighbours: BesideNeighbours[] = [];
  for (const { name, goal, ...reads } of catalogueReads(size, bench.readsPerConnection)) {
    const rounds = await loadBesideBare(bench, [shared, alone], { url: sharedUrl, poolSize }, reads);
    const [, ofShared = [], ofAlone = []] = rounds;
    uncached.push(comparison(`${name}, cache off`, goal, rounds));
    neighbours.push(besideNeighbours(name, ofShared, ofAlone));
  }
  await Promise.all([shared.stop(), alone.stop()]);
  return { uncached, neighbours };
}

function besideNeighbours(read: string, shared: readonly Round[], alone: readonly Round[]): BesideNeighbours {
  return {
    read,
    alone: figuresOf(alone),
    shared: figuresOf(shared),
    byThroughput: medianRatio(shared, alone, ({ perSecond }) => perSecond),
  };
}
