import { availableParallelism } from "node:os";
import { requestText } from "./exchange.ts";
import { count, withGoals, type Line } from "./lines.ts";
import { figuresOf, loadInTurn, medianRatio, type Bench, type Figures } from "./rounds.ts";
import type { BenchSite } from "./site.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** The throughput of two processes on one port, beside one. */
export interface SeveralProcesses {
  one: Figures;
  two: Figures;
  /** Responses per second as a share of those of one. */
  byThroughput: number;
  /** Processor time per response as a share of that of one: the cost of running together. */
  byCpu: number;
}

/** The number of cores that gives two processes and the load generator one each. */
const coresForBoth = 4;

/** A page from memory, from one process and from two. */
export async function measureSeveralProcesses(bench: Bench, { page }: BenchSite, databaseUrl: string): Promise<SeveralProcesses> {
  const servers = [];
  for (const WORKERS of ["1", "2"]) servers.push(await startVitrine(bench.scratch, { ...onPostgres(databaseUrl), WORKERS }));
  const [one = [], two = []] = await loadInTurn(bench, servers, [requestText(page)], 200);
  await Promise.all(servers.map((server) => server.stop()));
  return {
    one: figuresOf(one),
    two: figuresOf(two),
    byThroughput: medianRatio(two, one, ({ perSecond }) => perSecond),
    byCpu: medianRatio(two, one, ({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer),
  };
}

export function severalProcessesSection(results: SeveralProcesses): string {
  return `## Several processes

\`WORKERS=2\` compared with one process, both under the same load in turn.

${withGoals(["Read", "one/s", "two/s", "of one", "CPU µs one", "CPU µs two", "of one by CPU"], [severalProcessesLine(results)])}
`;
}

/** With too few cores, the processor time shows the possible gain. */
export function severalProcessesLine({ one, two, byThroughput, byCpu }: SeveralProcesses): Line {
  const hasCores = availableParallelism() >= coresForBoth;
  return {
    cells: [
      "one page, from memory",
      count(one.perSecond),
      count(two.perSecond),
      byThroughput.toFixed(2),
      one.cpuMicrosPerAnswer.toFixed(1),
      two.cpuMicrosPerAnswer.toFixed(1),
      byCpu.toFixed(2),
    ],
    goal: hasCores ? { text: "≥ 1.70 of one", met: byThroughput >= 1.7 } : { text: "CPU ≤ 1.15 of one", met: byCpu <= 1.15 },
  };
}

export const severalProcessesMethod = `- Several processes: with fewer than ${coresForBoth} cores, two processes and the load generator share them. The processor time per answer, of all
  processes together, then shows the possible gain.
`;
