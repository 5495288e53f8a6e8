import { openEmbeddedDatabase } from "../server/src/adapters/embedded-database.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import type { QueriedReads } from "./bare-query.ts";
import { startBare } from "./bare.ts";
import { ask, requestText, requireSameAnswers, type Read } from "./exchange.ts";
import { hearStatements, type Statement } from "./heard.ts";
import type { ServerProcess } from "./process.ts";
import { loadInTurn, type Bench, type Round } from "./rounds.ts";
import { startVitrine, type Settings } from "./vitrine.ts";

/** The reads, no two connections the same: Vitrine would let equal requests share one reading. */
export interface UncachedReads {
  answer: QueriedReads["answer"];
  reads: readonly Read[];
}

export const poolSize = 10;

/** A picture on the server itself has its address in the response, which must be the same from all of them. */
const publicUrl = "http://shop.example";

export function startUncached({ scratch }: Bench, settings: Settings): Promise<ServerProcess> {
  return startVitrine(scratch, { ...settings, DATABASE_POOL: String(poolSize), CACHE_MEMORY_MB: "0", PUBLIC_URL: publicUrl });
}

/** The rounds of a bare server on the database, then of each Vitrine. The first of these is on the same one, and must return the same. */
export async function loadBesideBare(
  bench: Bench,
  vitrines: readonly [ServerProcess, ...ServerProcess[]],
  database: QueriedReads["database"],
  { answer, reads }: UncachedReads,
): Promise<Round[][]> {
  const statements = await statementsOf(database, reads);
  const queried: QueriedReads["reads"][number][] = [];
  for (const [index, read] of reads.entries()) {
    const { headers } = await ask(vitrines[0].port, read);
    queried.push({ path: read.path, statement: statements[index] as Statement, headers });
  }
  const bare = await startBare(bench.scratch, "bare-query.ts", { database, answer, publicUrl, reads: queried } satisfies QueriedReads);
  await requireSameAnswers(bare.port, vitrines[0].port, reads);
  const rounds = await loadInTurn(bench, [bare, ...vitrines], reads.map(requestText), 200);
  await bare.stop();
  return rounds;
}

async function statementsOf(database: QueriedReads["database"], reads: readonly Read[]): Promise<Statement[]> {
  const sql = await open(database);
  try {
    return await hearStatements(sql, reads);
  } finally {
    await sql.close();
  }
}

function open(database: QueriedReads["database"]) {
  if ("folder" in database) return openEmbeddedDatabase({ folder: database.folder });
  return connectPostgres({ url: database.url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
}
