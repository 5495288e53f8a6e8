import { requestText } from "./exchange.ts";
import { figuresOf, loadInTurn, medianRatio, type Bench, type Figures } from "./rounds.ts";
import type { BenchSite } from "./site.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** The throughput of a server with something switched off, beside one with everything on. */
export interface SwitchedOff {
  what: string;
  figures: Figures;
  /** Responses per second as a share of those with everything on. */
  byThroughput: number;
  /** Processor time per response with everything on, as a share of this one's: above 1 when switching off saves time. */
  byCpu: number;
}

const off: readonly { what: string; settings: Record<string, string> }[] = [
  { what: "everything on", settings: {} },
  { what: "RATE_LIMITS=off", settings: { RATE_LIMITS: "off" } },
  { what: "LOG_LEVEL=silent", settings: { LOG_LEVEL: "silent" } },
  { what: "METRICS=off", settings: { METRICS: "off" } },
  { what: "all three off", settings: { RATE_LIMITS: "off", LOG_LEVEL: "silent", METRICS: "off" } },
];

/** The cost of limits, log and metrics for a cached page. */
export async function measureSwitches(bench: Bench, { page }: BenchSite, databaseUrl: string): Promise<SwitchedOff[]> {
  const servers = [];
  for (const { settings } of off) servers.push(await startVitrine(bench.scratch, { ...onPostgres(databaseUrl), ...settings }));
  const all = await loadInTurn(bench, servers, [requestText(page)], 200);
  await Promise.all(servers.map((server) => server.stop()));
  const [base = []] = all;
  return off.map(({ what }, index) => {
    const rounds = all[index] ?? [];
    return {
      what,
      figures: figuresOf(rounds),
      byThroughput: medianRatio(rounds, base, ({ perSecond }) => perSecond),
      byCpu: medianRatio(base, rounds, ({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer),
    };
  });
}
