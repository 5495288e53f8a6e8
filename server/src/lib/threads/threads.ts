import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Clock } from "../../ports/clock.ts";
import { tooMany } from "../http/problem.ts";
import { ProcessorTime } from "../limits/processor-time.ts";
import type { Rate } from "../limits/token-bucket.ts";
import { ConcurrencyLimiter, type ConcurrencyCounts } from "../limits/concurrency-limiter.ts";
import type { FromThread, SentError, ToThread } from "./messages.ts";

/** What a job may call of the thread that hosts it: arguments and results are cloned. */
export type HostFunctions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A job took more processor time or memory than it may. */
export class ThreadExcess extends Error {
  override readonly name = "ThreadExcess";
  /** In words, for a message: `20 seconds of processor time`. */
  readonly limit: string;

  constructor(limit: string) {
    super(`It takes more than ${limit}.`);
    this.limit = limit;
  }
}

export interface Job {
  /** The path of the file that the thread runs: one of the build. */
  program: string;
  /** Whose work it is, for example a site: one job at a time, and a share of the processor time. */
  whose: string;
  /** Cloned into the thread. */
  input: unknown;
  host: HostFunctions;
}

interface ThreadsOptions {
  clock: Clock;
  /** Jobs at once. Default: one processor stays free for requests. */
  inAll?: number;
  /** Of processor time, for one job. */
  maxJobMs?: number;
  /** The heap of one thread. */
  maxHeapMiB?: number;
  /** Milliseconds of processor time for the jobs of one owner. Default: half a minute at once, then a tenth of a processor. */
  share?: Rate;
}

const usualShare = { perSecond: 100, burst: 30_000 };
const waiting = {
  atOnce: 1,
  maxWaiting: 4,
  maxWaitMs: 30_000,
  refusal: "Too many imports and exports are running. Try again in a minute.",
};
const watchEveryMs = 100;
/** A thread without work ends: it holds some ten MiB. */
const idleMs = 30_000;

/**
 * Runs jobs in threads of their own, so that work which grows with a client's input delays no other request. Each owner has one job at a
 * time, owners take turns, and a job that takes more than its limits ends with its thread.
 */
export class Threads {
  readonly #options: Required<Pick<ThreadsOptions, "maxJobMs" | "maxHeapMiB">>;
  readonly #turns: ConcurrencyLimiter;
  readonly #time: ProcessorTime;
  readonly #idle = new Map<string, { worker: Worker; end: NodeJS.Timeout }>();
  readonly #running = new Set<Worker>();

  constructor({
    inAll = Math.max(1, availableParallelism() - 1),
    maxJobMs = 20_000,
    maxHeapMiB = 512,
    share = usualShare,
    clock,
  }: ThreadsOptions) {
    this.#options = { maxJobMs, maxHeapMiB };
    this.#turns = new ConcurrencyLimiter({ ...waiting, inAll });
    this.#time = new ProcessorTime(share, clock);
  }

  /**
   * Returns the job's result. Throws what the job threw, the very error where the host threw it; `ThreadExcess`, `rate_limited` for an owner who has used up their
   * time, and `unavailable` where too many wait.
   */
  async run<Result>(job: Job): Promise<Result> {
    return this.#turns.run(job.whose, async () => {
      const waitSeconds = this.#time.waitSeconds(job.whose);
      if (waitSeconds > 0) throw tooMany(waitSeconds);
      return (await this.#work(job)) as Result;
    });
  }

  counts(): ConcurrencyCounts {
    return this.#turns.counts();
  }

  /** Ends all threads, and the jobs in them. */
  async close(): Promise<void> {
    const workers = [...[...this.#idle.values()].map(({ worker, end }) => (clearTimeout(end), worker)), ...this.#running];
    this.#idle.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  async #work({ program, whose, input, host }: Job): Promise<unknown> {
    const worker = this.#take(program);
    this.#running.add(worker);
    const before = worker.performance.eventLoopUtilization();
    const usedMs = () => worker.performance.eventLoopUtilization(before).active;
    const originals: unknown[] = [];
    const { promise, resolve, reject } = settling();
    let isOver = false;
    // A thread that has ended, or that is ended here, does no further job.
    const end = (error: Error) => {
      isOver = true;
      reject(error);
    };
    const send = (message: ToThread) => worker.postMessage(message);
    const onMessage = (message: FromThread) => {
      if (message.kind === "result") resolve(message.value);
      else if (message.kind === "error") reject(originalOf(message.error, originals));
      // A result that cannot be cloned fails here.
      else void answer(message, host, originals).then(send).catch(reject);
    };
    const { maxJobMs, maxHeapMiB } = this.#options;
    const onError = (error: NodeJS.ErrnoException) =>
      end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ThreadExcess(`${maxHeapMiB} MiB of memory`) : error);
    const onExit = () => end(new Error("The thread ended before its job."));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    const watch = setInterval(() => {
      if (usedMs() > maxJobMs) end(new ThreadExcess(`${maxJobMs / 1_000} seconds of processor time`));
    }, watchEveryMs);
    try {
      send({ kind: "job", job: input });
      return await promise;
    } finally {
      clearInterval(watch);
      this.#time.book(whose, usedMs());
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      this.#running.delete(worker);
      if (isOver) await worker.terminate();
      else this.#rest(program, worker);
    }
  }

  #take(path: string): Worker {
    const idle = this.#idle.get(path);
    if (idle) {
      clearTimeout(idle.end);
      this.#idle.delete(path);
      return idle.worker;
    }
    const resourceLimits = { maxOldGenerationSizeMb: this.#options.maxHeapMiB, maxYoungGenerationSizeMb: 32 };
    // It needs no settings, and a process that ends waits for no thread.
    const worker = new Worker(path, { execArgv: [], env: {}, resourceLimits });
    worker.unref();
    // A thread may end at rest, for want of memory: the next job starts another.
    worker.on("error", () => undefined).once("exit", () => this.#idle.get(path)?.worker === worker && this.#idle.delete(path));
    return worker;
  }

  #rest(path: string, worker: Worker): void {
    if (this.#idle.has(path)) return void worker.terminate();
    const end = setTimeout(() => {
      this.#idle.delete(path);
      void worker.terminate();
    }, idleMs).unref();
    this.#idle.set(path, { worker, end });
  }
}

async function answer(
  { id, name, args }: Extract<FromThread, { kind: "call" }>,
  host: HostFunctions,
  originals: unknown[],
): Promise<ToThread> {
  try {
    const call = Object.hasOwn(host, name) ? host[name] : undefined;
    if (!call) throw new Error(`The host has no function ${name}.`);
    return { kind: "answer", id, value: await call(...(args as never[])) };
  } catch (error) {
    const ref = originals.push(error) - 1;
    const { name: errorName = "Error", message = String(error), code } = error as Partial<SentError>;
    return { kind: "failure", id, error: { name: errorName, message, ref, ...(typeof code === "string" && { code }) } };
  }
}

function originalOf({ ref, name, message }: SentError, originals: readonly unknown[]): unknown {
  return ref === undefined ? Object.assign(new Error(message), { name }) : originals[ref];
}

function settling() {
  let resolve: (value: unknown) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((fulfil, fail) => {
    [resolve, reject] = [fulfil, fail];
  });
  return { promise, resolve, reject };
}
