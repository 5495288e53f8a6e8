import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { requestText } from "./exchange.ts";
import { count, withGoals, type Line } from "./lines.ts";
import { residentMiB } from "./process.ts";
import { loadOnce, type Bench, type Figures } from "./rounds.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** Reads of many sites, each page for the first time. */
export interface ColdSites {
  sites: number;
  figures: Figures;
  /** Resident memory of the server, before and after. */
  beforeMiB: number;
  afterMiB: number;
}

export const coldSiteCount = 2_000;
const pagesOfEach = 5;
const importsAtOnce = 4;

/** Pages of all sites in random order, so that hardly any read finds its site, its key or its page in memory. On a migrated database. */
export async function measureColdSites(bench: Bench, databaseUrl: string, sites: number): Promise<ColdSites> {
  const [warmUp, ...rest] = await addSites(databaseUrl, sites + 1);
  const server = await startVitrine(bench.scratch, onPostgres(databaseUrl));
  // On a site of its own: code and connections get warm, and nothing of the others does.
  await loadOnce(bench, server, warmUp ?? [], 200, bench.warmUpSeconds);
  const beforeMiB = residentMiB(server.pid);
  const figures = await loadOnce(bench, server, shuffled(rest.flat()), 200, bench.seconds);
  const afterMiB = residentMiB(server.pid);
  await server.stop();
  return { sites, figures, beforeMiB, afterMiB };
}

/** Resolves with the requests for the pages of each. */
async function addSites(databaseUrl: string, sites: number): Promise<string[][]> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: importsAtOnce, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    const { addSite } = bundleImports(deps, "http://localhost");
    const requests: string[][] = [];
    let left = sites;
    const addSome = async () => {
      while ((left -= 1) >= 0) {
        const { key } = await addSite({ blockTypes: [textType], pages });
        requests.push(pages.map(({ slug }) => requestText({ path: `/api/public/v1/pages/${slug}`, headers: { "x-api-key": key } })));
      }
    };
    await Promise.all(Array.from({ length: importsAtOnce }, addSome));
    return requests;
  } finally {
    await sql.close();
  }
}

const textType = { type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string" } } } };
/** As long as a short page of text: 3 kB. */
const pages = Array.from({ length: pagesOfEach }, (_, page) => ({
  slug: `page-${page + 1}`,
  locale: "en",
  title: `Page ${page + 1}`,
  composition: Array.from({ length: 10 }, (__, block) => ({ type: "text", props: { text: `Paragraph ${block + 1}. `.repeat(20) } })),
}));

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

export function coldSitesLine({ sites, figures, beforeMiB, afterMiB }: ColdSites): Line {
  const { perSecond, cpuMicrosPerAnswer, p50Ms, p99Ms } = figures;
  const read = `one of ${count(sites * pagesOfEach)} pages of ${count(sites)} sites`;
  const memory = `${Math.round(beforeMiB)} / ${Math.round(afterMiB)}`;
  return {
    cells: [read, count(perSecond), cpuMicrosPerAnswer.toFixed(1), p50Ms.toFixed(2), p99Ms.toFixed(2), memory],
    goal: { text: "p99 ≤ 20 ms", met: p99Ms <= 20 },
  };
}

export function coldSitesSection(results: ColdSites): string {
  return `## Many sites, none in memory

The load generator reads each page for the first time, in random order. The server has so far only answered reads of another site.
Memory: before / after.

${withGoals(["Read", "answers/s", "CPU µs", "p50 ms", "p99 ms", "MiB"], [coldSitesLine(results)])}
`;
}
