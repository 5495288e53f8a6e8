import { setTimeout as delay } from "node:timers/promises";
import type { BareCheckouts } from "./bare-checkouts.ts";
import { requestText, type Read } from "./exchange.ts";
import { checkLedger, openShop, type Shop } from "./open-shop.ts";
import { cpuSeconds, type ServerProcess } from "./process.ts";
import { connections, figuresOf, loadOnce, median, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";
import type { Scratch } from "./scratch.ts";
import type { Shopping } from "./shopping.ts";
import type { BenchSite } from "./site.ts";
import type { CheckoutResult, CheckoutTask } from "./checkout-client.ts";
import { poolSize } from "./uncached.ts";
import { startVitrine } from "./vitrine.ts";
import { startWorker, type Worker } from "./worker.ts";

/** The throughput of a shop's sales, beside a bare loop, and their effect on readers of its catalogue. */
export interface Checkouts {
  complete: Compared;
  settled: Compared;
  reads: readonly ReadsBeside[];
  /** The recorded work of the server for one checkout. */
  heard: { statements: number; transactions: number; settlingStatements: number };
}

/** The same done by a bare loop and by clients of Vitrine: medians over the rounds. */
export interface Compared {
  bare: CheckoutFigures;
  vitrine: CheckoutFigures;
  /** Vitrine's throughput as a share of the bare loop's. */
  byThroughput: number;
  /** The bare loop's processor time as a share of Vitrine's. */
  byCpu: number;
}

export interface CheckoutFigures {
  perSecond: number;
  /** Processor time for each, of the server or of the bare loop. */
  cpuMs: number;
  sandboxCpuMs: number;
  /** For the clients: the bare loop is its own client. */
  clientCpuShare: number;
  openMs: CheckoutResult["openMs"];
}

export interface ReadsBeside {
  read: string;
  alone: Figures;
  beside: Figures;
  /** Responses per second beside checkouts as a share of those alone. */
  byThroughput: number;
  checkoutsPerSecond: number;
}

/** The process that runs the tasks, and the one whose processor time they use. */
interface Side {
  shopperWorker: Worker<CheckoutTask, CheckoutResult>;
  pid: number;
}

const beforeReadsMs = 500;
/** In each round, for each second that rounds last: fewer than are settled in it, so that a busy machine does not take minutes. */
const eventsForASecond = 500;

export async function measureCheckouts(bench: Bench, benchSite: BenchSite): Promise<Checkouts> {
  const { scratch } = bench;
  const [warmUpMs, warmUpEvents] = [bench.warmUpSeconds * 2_000, Math.round(bench.warmUpSeconds * 200)];
  const eventsOfRound = Math.round(bench.seconds * eventsForASecond);
  const shop = await openShop(scratch, benchSite, 2 * (warmUpEvents + bench.rounds * eventsOfRound));
  const { vitrine, sandbox, heard } = shop;
  const shoppers = startShoppers(scratch, shop, vitrine);
  const bare = startBareCheckouts(scratch, shop);
  const sides: [Side, Side] = [
    { shopperWorker: bare, pid: bare.pid },
    { shopperWorker: shoppers, pid: vitrine.pid },
  ];

  const checkOut = (milliseconds: number): CheckoutTask => ({ kind: "checkouts", milliseconds });
  const complete = await inTurn(
    bench,
    sides,
    sandbox,
    () => checkOut(warmUpMs),
    () => checkOut(bench.seconds * 1_000),
  );
  let settledBefore = 0;
  const settle = (count: number): CheckoutTask => ({ kind: "events", from: settledBefore, to: (settledBefore += count) });
  const settled = await inTurn(
    bench,
    sides,
    sandbox,
    () => settle(warmUpEvents),
    () => settle(eventsOfRound),
  );
  await bare.stop();

  const fromMemory = await readBesideCheckouts(bench, vitrine, shoppers, [benchSite.products]);
  await Promise.all([shoppers.stop(), vitrine.stop()]);
  const uncached = await readUncachedBesideCheckouts(bench, shop, benchSite.products);
  await sandbox.stop();
  await checkLedger(scratch, shop);

  const databaseSteps = heard.steps.flatMap((step) => (step.kind === "processor" ? [] : [step]));
  return {
    complete,
    settled,
    reads: [
      { read: "a list of 20 products, from memory", ...fromMemory },
      { read: "a list of 20 products, cache off", ...uncached },
    ],
    heard: {
      statements: databaseSteps.flatMap(({ statements }) => statements).length,
      transactions: databaseSteps.filter(({ kind }) => kind === "transaction").length,
      settlingStatements: heard.settling.statements.length,
    },
  };
}

function startShoppers(scratch: Scratch, { shopping }: Shop, { port }: ServerProcess): Side["shopperWorker"] {
  return startCheckouts(scratch, "shopper.ts", { ...shopping, port } satisfies Shopping);
}

function startBareCheckouts(scratch: Scratch, { url, sandboxUrl, site, shopping, heard }: Shop): Side["shopperWorker"] {
  const database = { url, poolSize };
  const setup = { database, processorUrl: sandboxUrl, secretKey: site.secretKey, variantIds: shopping.variantIds, ...heard };
  return startCheckouts(scratch, "bare-checkouts.ts", setup satisfies BareCheckouts);
}

function startCheckouts(scratch: Scratch, module: string, setup: object): Side["shopperWorker"] {
  const shopperWorker = startWorker<object, CheckoutTask, CheckoutResult>(module, setup);
  scratch.later(shopperWorker.stop);
  return shopperWorker;
}

/** Both in turn, round after round, so that a disturbance of the machine affects both. */
async function inTurn(
  { rounds }: Bench,
  sides: readonly [Side, Side],
  sandbox: ServerProcess,
  warmUp: () => CheckoutTask,
  task: () => CheckoutTask,
): Promise<Compared> {
  for (const { shopperWorker } of sides) await shopperWorker.run(warmUp());
  const figures: [CheckoutFigures[], CheckoutFigures[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      figures[side].push(await runOnce(sides[side], sandbox, task()));
  }
  const [bare, vitrine] = figures;
  return {
    bare: mediansOf(bare),
    vitrine: mediansOf(vitrine),
    byThroughput: median(vitrine.map((round, index) => round.perSecond / (bare[index] as CheckoutFigures).perSecond)),
    byCpu: median(vitrine.map((round, index) => (bare[index] as CheckoutFigures).cpuMs / round.cpuMs)),
  };
}

async function runOnce({ shopperWorker, pid }: Side, sandbox: ServerProcess, task: CheckoutTask): Promise<CheckoutFigures> {
  const before = [cpuSeconds(pid), cpuSeconds(sandbox.pid)] as const;
  const { done, cpuShare, perSecond, openMs } = await shopperWorker.run(task);
  return {
    perSecond,
    openMs,
    cpuMs: ((cpuSeconds(pid) - before[0]) * 1_000) / done,
    sandboxCpuMs: ((cpuSeconds(sandbox.pid) - before[1]) * 1_000) / done,
    clientCpuShare: cpuShare,
  };
}

function mediansOf(rounds: readonly CheckoutFigures[]): CheckoutFigures {
  const of = (value: (round: CheckoutFigures) => number) => median(rounds.map(value));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    cpuMs: of(({ cpuMs }) => cpuMs),
    sandboxCpuMs: of(({ sandboxCpuMs }) => sandboxCpuMs),
    clientCpuShare: of(({ clientCpuShare }) => clientCpuShare),
    openMs: { p50: of(({ openMs }) => openMs.p50), p95: of(({ openMs }) => openMs.p95), p99: of(({ openMs }) => openMs.p99) },
  };
}

async function readBesideCheckouts(
  bench: Bench,
  server: ServerProcess,
  shoppers: Side["shopperWorker"],
  reads: readonly Read[],
): Promise<Omit<ReadsBeside, "read">> {
  const requests = reads.map(requestText);
  await loadOnce(bench, server, requests, 200, bench.warmUpSeconds * 2);
  await shoppers.run({ kind: "checkouts", milliseconds: bench.warmUpSeconds * 2_000 });
  const alone: Round[] = [];
  const beside: Round[] = [];
  const checkouts: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    alone.push(await loadOnce(bench, server, requests, 200, bench.seconds));
    const shopping = shoppers.run({ kind: "checkouts", milliseconds: beforeReadsMs + bench.seconds * 1_000 });
    await delay(beforeReadsMs);
    beside.push(await loadOnce(bench, server, requests, 200, bench.seconds));
    checkouts.push((await shopping).perSecond);
  }
  return {
    alone: figuresOf(alone),
    beside: figuresOf(beside),
    byThroughput: medianRatio(beside, alone, ({ perSecond }) => perSecond),
    checkoutsPerSecond: median(checkouts),
  };
}

/** Each connection requests other prices, and gets the same list: equal requests would share one reading. */
async function readUncachedBesideCheckouts(bench: Bench, shop: Shop, list: Read): Promise<Omit<ReadsBeside, "read">> {
  const reads = Array.from({ length: connections }, (_, index): Read => ({ ...list, path: `${list.path}&minPrice=${index + 1}` }));
  const server = await startVitrine(bench.scratch, { ...shop.settings, CACHE_MEMORY_MB: "0" });
  const shoppers = startShoppers(bench.scratch, shop, server);
  const figures = await readBesideCheckouts(bench, server, shoppers, reads);
  await Promise.all([shoppers.stop(), server.stop()]);
  return figures;
}
