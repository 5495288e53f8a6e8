import type { Loader } from "./loader.ts";
import { cpuSeconds, type ServerProcess } from "./process.ts";
import type { Scratch } from "./scratch.ts";

/** The parameters of every measurement. */
export interface Bench {
  scratch: Scratch;
  loader: Loader;
  rounds: number;
  seconds: number;
  /** Of each server, before its first round: this long, and again until it has given `warmUpAnswers`, for ten times as long at most. */
  warmUpSeconds: number;
  warmUpAnswers: number;
  /** Of the server, for its median time to be ready. */
  starts: number;
  /** Of the catalogue with the cache off, so that no connection repeats the request of another. */
  readsPerConnection: number;
  /** The processor time of the database so far, where it counts as the server's. */
  databaseSeconds?: () => Promise<number>;
}

/** One server under one load for one round. */
export interface Round {
  perSecond: number;
  /** Processor time of the server's process; of the database server's only with `databaseSeconds`. */
  cpuMicrosPerAnswer: number;
  p50Ms: number;
  p99Ms: number;
  loaderCpuShare: number;
}

/** Medians over the rounds. */
export type Figures = Round;

export const connections = 32;

/** Loads the servers in turn, round after round, so that a disturbance of the machine affects all of them. Returns the rounds of each. */
export async function loadInTurn(bench: Bench, servers: readonly ServerProcess[], requests: readonly string[], status: number) {
  for (const server of servers)
    await warmUp(bench, async (time) => (await loadOnce(bench, server, requests, status, time)).perSecond * time);
  const rounds = servers.map((): Round[] => []);
  for (let round = 0; round < bench.rounds; round += 1) {
    const order = servers.map((_, index) => (round % 2 === 0 ? index : servers.length - 1 - index));
    for (const index of order) {
      rounds[index]?.push(await loadOnce(bench, servers[index] as ServerProcess, requests, status, bench.seconds));
    }
  }
  return rounds;
}

/**
 * Loads a server for `warmUpSeconds`, and again until it has answered often enough: Node compiles code that has run often, and of two servers that have
 * just started, the one with less code would be ahead. `load` resolves with the number of answers.
 */
export async function warmUp({ warmUpSeconds, warmUpAnswers }: Bench, load: (seconds: number) => Promise<number>): Promise<void> {
  let answers = 0;
  for (let time = 0; time === 0 || (time < 10 && answers < warmUpAnswers); time += 1) answers += await load(warmUpSeconds);
}

export async function loadOnce(
  { loader, databaseSeconds }: Bench,
  server: ServerProcess,
  requests: readonly string[],
  status: number,
  seconds: number,
) {
  const cpuNow = async () => cpuSeconds(server.pid) + ((await databaseSeconds?.()) ?? 0);
  const cpuBefore = await cpuNow();
  const { answers, ...rest } = await loader.run({
    port: server.port,
    requests,
    connections,
    milliseconds: seconds * 1_000,
    statuses: [status],
  });
  const cpu = (await cpuNow()) - cpuBefore;
  const { p50Ms, p99Ms, ownCpuShare } = rest;
  return { perSecond: answers / seconds, cpuMicrosPerAnswer: (cpu * 1e6) / answers, p50Ms, p99Ms, loaderCpuShare: ownCpuShare };
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const of = (value: (round: Round) => number) => median(rounds.map(value));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    cpuMicrosPerAnswer: of(({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    loaderCpuShare: Math.max(...rounds.map(({ loaderCpuShare }) => loaderCpuShare)),
  };
}

/** The median of the ratios of each round of one server to the same round of another. */
export function medianRatio(rounds: readonly Round[], base: readonly Round[], value: (round: Round) => number): number {
  return median(rounds.map((round, index) => value(round) / value(base[index] as Round)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
