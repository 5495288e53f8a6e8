import { startSandbox } from "../sandbox/src/index.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { systemClock } from "../server/src/adapters/system.ts";
import type { Database } from "../server/src/ports/database.ts";
import { sandboxClient } from "../test/kit/sandbox-client.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { addProofSite, type ProofServer } from "../test/kit/proof-site.ts";
import { loadProofs, prove } from "../test/kit/proof.ts";
import { assembleForBench } from "./assembled.ts";
import { requestText } from "./exchange.ts";
import { count, plain } from "./lines.ts";
import { figuresOf, loadOnce, type Bench, type Figures, type Round } from "./rounds.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** An operation that reads, under a load of its proof's request. */
export interface MeasuredOperation {
  id: string;
  figures: Figures;
}

/** There are many operations: each gets this share of the usual time. */
const shareOfTime = 1 / 5;

/** Every operation that changes nothing, which is every GET, on a migrated database. */
export async function measureOperations(bench: Bench, databaseUrl: string): Promise<MeasuredOperation[]> {
  // For the payments of the orders that are read.
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1", endpointsOf: async () => [] });
  bench.scratch.later(sandbox.close);
  const settings = { ...onPostgres(databaseUrl), PROCESSOR_API_URL: `http://127.0.0.1:${sandbox.port}` };
  const [server, proofs] = await Promise.all([startVitrine(bench.scratch, settings), loadProofs()]);
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  const requests: { id: string; text: string }[] = [];
  try {
    const site = await addProofSite(proofServer(server.port, sql), "bench");
    // One customer for all of them: to register and log in takes the time of two passwords.
    const asker = site.asker();
    for (const proof of proofs.values()) {
      if (proof.operation.method !== "GET") continue;
      const { sent, credential } = await prove(proof, site, asker);
      requests.push({ id: proof.operation.id, text: requestText({ path: sent.path, headers: { ...sent.headers, ...credential } }) });
    }
  } finally {
    await sql.close();
  }
  const load = (texts: string[], seconds: number) => loadOnce(bench, server, texts, 200, seconds);
  const all = requests.map(({ text }) => text);
  await load(all, bench.warmUpSeconds);
  const rounds = requests.map((): Round[] => []);
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const [index, text] of all.entries()) rounds[index]?.push(await load([text], bench.seconds * shareOfTime));
  }
  await server.stop();
  return requests.map(({ id }, index) => ({ id, figures: figuresOf(rounds[index] ?? []) }));
}

/** The measured process, as proofs use a server. Time and tasks are its own. */
function proofServer(port: number, sql: Database): ProofServer {
  const { deps } = assembleForBench({ sql });
  const notHere = () => {
    throw new Error("The proof of a read needs the server in its own process.");
  };
  return {
    ...bundleImports(deps, `http://127.0.0.1:${port}`),
    deps,
    mails: [],
    // Only proofs of changes pay.
    sandbox: sandboxClient("http://127.0.0.1:1"),
    runTasks: notHere,
    clock: { ...systemClock, advance: notHere },
    ask: async (path, { key, headers, ...init } = {}) => {
      // A connection that is kept would delay the end of the server.
      const sent = { connection: "close", ...(key ? { "x-api-key": key } : {}), ...(headers as Record<string, string>) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: sent });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
    },
  };
}

export function operationsSection(operations: readonly MeasuredOperation[]): string {
  const lines = operations.map(({ id, figures: { perSecond, cpuMicrosPerAnswer, p50Ms, p99Ms } }) => {
    // In a very short round there may be no response.
    const cpu = Number.isFinite(cpuMicrosPerAnswer) ? cpuMicrosPerAnswer.toFixed(1) : "–";
    return { cells: [`\`${id}\``, count(perSecond), cpu, p50Ms.toFixed(2), p99Ms.toFixed(2)] };
  });
  return `## Every operation that reads

The bench repeats the request of each operation's proof, for a fifth of the time of the other measurements. Vitrine returns published
content and the catalogue from memory.

${plain(["Operation", "answers/s", "CPU µs", "p50 ms", "p99 ms"], lines)}
`;
}
