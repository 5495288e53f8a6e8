import { performance } from "node:perf_hooks";

/** The work of a shop's clients, and of the bare loop without a shop: the same number at once. */
export type CheckoutTask =
  | { kind: "checkouts"; milliseconds: number }
  /** Events of prepared payments: all of these numbers, up to and without `to`. */
  | { kind: "events"; from: number; to: number };

export interface CheckoutResult {
  perSecond: number;
  /** Includes those that were done after the time was up. */
  done: number;
  /** From the request for a checkout until the payment page is known. */
  openMs: { p50: number; p95: number; p99: number };
  /** How much of one core the process used. */
  cpuShare: number;
}

export const clients = 8;

/** The work of one client: returns how long it took to open the payment. */
export interface CheckoutTarget {
  checkOut(client: number): Promise<number>;
  /** Work outside the measured time runs when this is called, the rest when its response is. */
  prepareEvent(number: number): (client: number) => Promise<void>;
}

/** Runs a task with all clients at once, each one step after the other. */
export async function runCheckouts(checkouts: CheckoutTarget, task: CheckoutTask): Promise<CheckoutResult> {
  return task.kind === "checkouts" ? checkOutFor(checkouts, task.milliseconds) : settleAll(checkouts, task.from, task.to);
}

async function checkOutFor(checkouts: CheckoutTarget, milliseconds: number): Promise<CheckoutResult> {
  const { ms, ...result } = await repeatFor(milliseconds, (client) => checkouts.checkOut(client));
  return { ...result, openMs: ms };
}

export interface Repeated {
  perSecond: number;
  /** Includes those that were done after the time was up. */
  done: number;
  /** As the work measured itself. */
  ms: { p50: number; p95: number; p99: number };
  /** How much of one core the process used. */
  cpuShare: number;
}

/** Repeats a work with all clients at once, each one step after the other. */
export async function repeatFor(milliseconds: number, work: (client: number) => Promise<number>): Promise<Repeated> {
  const times: number[] = [];
  let inTime = 0;
  const cpuShare = await shareOfCore(async () => {
    const deadline = performance.now() + milliseconds;
    await atOnce(async (client) => {
      while (performance.now() < deadline) {
        times.push(await work(client));
        if (performance.now() < deadline) inTime += 1;
      }
    });
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? NaN;
  return { perSecond: (inTime * 1_000) / milliseconds, done: times.length, ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99) }, cpuShare };
}

async function settleAll(checkouts: CheckoutTarget, from: number, to: number): Promise<CheckoutResult> {
  const events = Array.from({ length: to - from }, (_, index) => checkouts.prepareEvent(from + index));
  let next = 0;
  const beganAt = performance.now();
  const cpuShare = await shareOfCore(() =>
    atOnce(async (client) => {
      for (let settle = events[next++]; settle; settle = events[next++]) await settle(client);
    }),
  );
  const seconds = (performance.now() - beganAt) / 1_000;
  return { perSecond: events.length / seconds, done: events.length, openMs: { p50: NaN, p95: NaN, p99: NaN }, cpuShare };
}

async function atOnce(work: (client: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
}

async function shareOfCore(work: () => Promise<void>): Promise<number> {
  const cpuBefore = process.cpuUsage();
  const beganAt = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1_000 / (performance.now() - beganAt);
}
