import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { requestText } from "./exchange.ts";
import { count, withGoals, type Line } from "./lines.ts";
import { connections, figuresOf, loadOnce, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";
import { startUncached } from "./uncached.ts";
import { onPostgres } from "./vitrine.ts";

/** A list of entries that refer to three things each, with the cache off. */
export interface Includes {
  reads: IncludedRead[];
}

interface IncludedRead {
  name: string;
  figures: Figures;
  /** Processor time as a multiple of that of the list without `include`. */
  byCpu: number;
  /** The required maximum of `byCpu`, if there is one. */
  goal: number | undefined;
}

const pageSize = 20;
const names = ["author", "about", "product"];
/** As long as a short article: 3 kB. */
const text = "A sentence of an article about something. ".repeat(70);

/** The same lists of 20 entries: of a type without references, with references, and with their data. On a migrated database. */
export async function measureIncludes(bench: Bench, databaseUrl: string): Promise<Includes> {
  const key = await addSite(databaseUrl);
  const server = await startUncached(bench, onPostgres(databaseUrl));
  // Each connection reads a page of its own: requests for the same page would share one reading.
  const requests = (query: string) =>
    Array.from({ length: connections }, (_, index) => {
      const path = `/api/public/v1/content/${query}pageSize=${pageSize}&page=${index + 1}`;
      return requestText({ path, headers: { "x-api-key": key } });
    });
  const cases = [
    { name: "without references", requests: requests("plain?"), goal: undefined },
    { name: "with 3 references each", requests: requests("article?"), goal: undefined },
    { name: "with 3 references each, and their data", requests: requests(`article?include=${names.join()}&`), goal: 2.5 },
  ];
  for (const each of cases) await loadOnce(bench, server, each.requests, 200, bench.warmUpSeconds);
  const rounds = cases.map((): Round[] => []);
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const [index, each] of cases.entries()) rounds[index]?.push(await loadOnce(bench, server, each.requests, 200, bench.seconds));
  }
  await server.stop();
  const [, withoutData = []] = rounds;
  const reads = cases.map(({ name, goal }, index) => {
    const caseRounds = rounds[index] ?? [];
    return {
      name,
      goal,
      figures: figuresOf(caseRounds),
      byCpu: medianRatio(caseRounds, withoutData, ({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer),
    };
  });
  return { reads };
}

async function addSite(databaseUrl: string): Promise<string> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const places = Array.from({ length: connections * pageSize }, (_, place) => place);
    const plainSchema = { type: "object", properties: { text: { type: "string" } } };
    const references = { author: { $ref: "vitrine:entry" }, about: { $ref: "vitrine:page" }, product: { $ref: "vitrine:product" } };
    const { key } = await bundleImports(assembleForBench({ sql, ids: systemIds }).deps, "http://localhost").addSite({
      contentTypes: [
        { slug: "plain", title: "Plain", schema: plainSchema },
        { slug: "article", title: "Article", schema: { ...plainSchema, properties: { ...plainSchema.properties, ...references } } },
      ],
      products: places.map((place) => ({ slug: `p-${place}`, title: `Product ${place}`, variants: [{ sku: `P-${place}`, price: 1_000 }] })),
      pages: places.map((place) => ({ slug: `p-${place}`, locale: "en", title: `Page ${place}` })),
      entries: places.flatMap((place) => [
        { contentType: "plain", slug: `e-${place}`, locale: "en", data: { text } },
        {
          contentType: "article",
          slug: `e-${place}`,
          locale: "en",
          data: {
            text,
            author: { entry: { contentType: "plain", slug: `e-${place}` } },
            about: { page: `p-${place}` },
            product: { product: `p-${place}` },
          },
        },
      ]),
    });
    return key;
  } finally {
    await sql.close();
  }
}

export function includeLines({ reads }: Includes): Line[] {
  return reads.map(({ name, figures: { perSecond, cpuMicrosPerAnswer, p50Ms, p99Ms }, byCpu, goal }) => ({
    cells: [
      `a list of 20 entries ${name}`,
      count(perSecond),
      cpuMicrosPerAnswer.toFixed(1),
      byCpu.toFixed(2),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
    ],
    goal: goal === undefined ? undefined : { text: `CPU ≤ ${goal.toFixed(1)} × the list without data`, met: byCpu <= goal },
  }));
}

export function includesSection(results: Includes): string {
  return `## References and their data

Each entry of 3 kB refers to an entry of 3 kB, a page and a product, all of them different. The cache is off.

${withGoals(["Read", "answers/s", "CPU µs", "of the second", "p50 ms", "p99 ms"], includeLines(results))}
`;
}
