import { EventEmitter } from "node:events";
import { pino } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { WorkerPool, type Forked } from "./worker-pool.ts";

/** A process that serves as soon as it is told to, and ends on request, unless it hangs. */
class FakeProcess extends EventEmitter {
  pid: number | undefined = 1;
  readonly place: number;
  isAlive = true;
  hangs = false;
  constructor(place: number) {
    super();
    this.place = place;
  }
  serve(): void {
    this.emit("message", { vitrine: "ask", id: 1, topic: "listening", body: { port: 1, address: "" } });
  }
  kill(signal: NodeJS.Signals): boolean {
    if (this.isAlive && (!this.hangs || signal === "SIGKILL")) this.die(signal === "SIGKILL" ? null : 0);
    return true;
  }
  die(code: number | null): void {
    this.isAlive = false;
    this.emit("exit", code);
  }
}

let forks: FakeProcess[];
let pool: WorkerPool;
let servesAtOnce: boolean;
let nowMs: number;
beforeEach(() => {
  vi.useFakeTimers();
  [forks, servesAtOnce, nowMs] = [[], true, 0];
  pool = new WorkerPool({
    size: 2,
    answers: {},
    clock: { now: () => new Date(0), monotonicMs: () => nowMs },
    log: pino({ level: "silent" }),
    fork: (place): Forked => {
      const process = new FakeProcess(place);
      forks.push(process);
      if (servesAtOnce) queueMicrotask(() => process.serve());
      return {
        port: { on: (event, listener) => process.on(event, listener), send: () => undefined },
        process: process as never,
        onError: (listener) => process.on("error", listener),
      };
    },
  });
  return () => vi.useRealTimers();
});
const alive = () =>
  forks
    .filter(({ isAlive }) => isAlive)
    .map(({ place }) => place)
    .sort();
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("a worker that dies while all are replaced has one successor, not two", async () => {
  await pool.start();
  servesAtOnce = false;
  const reloaded = pool.reload();
  await pass(0);
  for (const old of forks.slice(0, 2)) old.die(null);
  await pass(1_000);
  servesAtOnce = true;
  for (const fork of forks.slice(2)) fork.serve();
  await pass(20_000);
  await reloaded;
  expect(alive()).toEqual([1, 2]);
  expect(pool.workers).toHaveLength(2);
});

test("a worker that crashes repeatedly is restarted ever more slowly, and at once after it ran for long", async () => {
  await pool.start();
  const pauses: number[] = [];
  for (let death = 0; death < 8; death += 1) {
    const before = forks.length;
    forks.findLast(({ place }) => place === 1)?.die(1);
    let waited = 0;
    for (await pass(0); forks.length === before; await pass(100)) waited += 100;
    await pass(0);
    pauses.push(waited);
  }
  expect(pauses).toEqual([0, 200, 400, 800, 1_600, 3_200, 6_400, 10_000]);
  nowMs += 30_000;
  const before = forks.length;
  forks.findLast(({ place }) => place === 1)?.die(1);
  await pass(0);
  expect(forks).toHaveLength(before + 1);
});

test("a process that cannot be started is retried, and the others go on", async () => {
  await pool.start();
  servesAtOnce = false;
  forks[0]?.die(null);
  await pass(0);
  const third = forks[2] ?? new FakeProcess(0);
  third.pid = undefined;
  third.emit("error", new Error("spawn ENOENT"));
  servesAtOnce = true;
  await pass(1_000);
  expect(alive().filter((place) => place === 2)).toEqual([2]);
  expect(pool.workers.map(({ place }) => place).sort()).toEqual([1, 2]);
});

test("a worker that hangs is killed", async () => {
  await pool.start();
  Object.assign(forks[0] ?? {}, { hangs: true });
  const stopped = pool.stop("SIGTERM");
  await pass(9_000);
  expect(await stopped).toBe(false);
  expect(alive()).toEqual([]);
});

test("a stop while all are replaced ends every process cleanly", async () => {
  await pool.start();
  servesAtOnce = false;
  const reloaded = pool.reload();
  await pass(0);
  const stopped = pool.stop("SIGTERM");
  await pass(0);
  expect(await stopped).toBe(true);
  await reloaded;
  expect(alive()).toEqual([]);
});
