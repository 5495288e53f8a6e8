import type { ChildProcess } from "node:child_process";
import type { Logger } from "pino";
import type { Clock } from "../ports/clock.ts";
import { converse, type Answers, type Ask, type MessagePort } from "../adapters/process-messages.ts";

/** A process before its start, as the pool needs it. */
export interface Forked {
  port: MessagePort;
  process: Pick<ChildProcess, "kill" | "once" | "pid">;
  /** Called when it cannot be started, or cannot receive a message. */
  onError(listener: () => void): void;
}

export interface WorkerPoolOptions {
  size: number;
  /** Starts the process for a place in the pool; `isFirst` before all others, once. */
  fork(place: number, isFirst: boolean): Forked;
  /** The requests that workers may send. */
  answers: Answers;
  clock: Clock;
  log: Logger;
}

/** A process that serves. */
export interface Worker {
  place: number;
  ask: Ask;
  /** Tells it to finish, and resolves to its exit code, or null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** Where the workers listen. */
export interface Listening {
  port: number;
  address: string;
}

/** A worker ended before it served, and has logged the reason. */
export class WorkerNotServing extends Error {
  override readonly name = "WorkerNotServing";
}

/** A stop that finishes its requests takes eight seconds at most. */
const endsWithinMs = 9_000;
/** Longer than any migration should take. */
const startsWithinMs = 10 * 60_000;
const shortestPauseMs = 200;
const longestPauseMs = 10_000;
/** A worker that served for this long had a new problem. */
const steadyAfterMs = 30_000;

/** Keeps a number of processes serving: replaces one that ends, and on request all of them in turn, with no moment without any. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #serving = new Map<number, Worker>();
  /** Those that serve, those that do not yet, and those that finish. */
  readonly #alive = new Set<Worker>();
  /** One at a time for a place, for any number of callers. */
  readonly #starting = new Map<number, Promise<Listening>>();
  /** The delay before the next start of a place, if the last one did not serve for long. */
  readonly #pausesMs = new Map<number, number>();
  #stopping = false;
  #reloading: Promise<void> | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** The workers that serve. */
  get workers(): Worker[] {
    return [...this.#serving.values()];
  }

  /**
   * Starts one worker, and the others once that one serves, so that a failure to start is logged once. Rejects with
   * WorkerNotServing, and all of them ended, when one fails to start.
   */
  async start(): Promise<Listening> {
    try {
      const listening = await this.#startAt(1, true);
      await Promise.all(Array.from({ length: this.#options.size - 1 }, (_, index) => this.#startAt(index + 2, false)));
      return listening;
    } catch (error) {
      await this.stop("SIGTERM");
      throw error;
    }
  }

  /** Replaces the workers one by one; each old one stops accepting connections when its successor accepts them. */
  reload(): Promise<void> {
    return (this.#reloading ??= this.#replaceAll().finally(() => (this.#reloading = undefined)));
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#options;
    for (const old of this.workers) {
      // A worker that died in the meantime has a successor already, or gets one.
      if (this.#serving.get(old.place) !== old) continue;
      try {
        await this.#startAt(old.place, false);
      } catch {
        if (this.#stopping) return;
        log.error({ worker: old.place }, "a new worker failed to start: the old ones keep serving");
        return;
      }
      await old.end("SIGTERM");
    }
    if (!this.#stopping) log.info({ workers: this.#options.size }, "reloaded");
  }

  /** Ends all workers, and resolves to whether all of them ended cleanly. */
  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.#stopping = true;
    const serving = new Set(this.#serving.values());
    const ends = [...this.#alive].map(async (worker) => ({ code: await worker.end(signal), served: serving.has(worker) }));
    return (await Promise.all(ends)).every(({ code, served }) => code === 0 || !served);
  }

  #startAt(place: number, isFirst: boolean): Promise<Listening> {
    let starting = this.#starting.get(place);
    if (!starting) {
      starting = this.#begin(place, isFirst).finally(() => this.#starting.delete(place));
      this.#starting.set(place, starting);
    }
    return starting;
  }

  async #begin(place: number, isFirst: boolean): Promise<Listening> {
    const { fork, answers, clock } = this.#options;
    const forked = fork(place, isFirst);
    const ended = new Promise<number | null>((resolve) => {
      forked.process.once("exit", (code) => resolve(code));
      forked.onError(() => forked.process.pid === undefined && resolve(null));
    });
    let serves: (listening: Listening) => void = () => undefined;
    const listening = new Promise<Listening>((resolve) => (serves = resolve));
    const end = (signal: NodeJS.Signals, withinMs = endsWithinMs) => {
      forked.process.kill(signal);
      const force = setTimeout(() => forked.process.kill("SIGKILL"), withinMs);
      void ended.then(() => clearTimeout(force));
      return ended;
    };
    const worker: Worker = { place, ended, end, ask: converse(forked.port, { ...answers, listening: serves }) };
    this.#alive.add(worker);
    void ended.then(() => this.#alive.delete(worker));

    const giveUp = setTimeout(() => void worker.end("SIGKILL"), startsWithinMs);
    const address = await Promise.race([listening, ended]);
    clearTimeout(giveUp);
    if (address === null || typeof address === "number" || this.#stopping) throw new WorkerNotServing();
    this.#serving.set(place, worker);
    const servesSinceMs = clock.monotonicMs();
    void ended.then((code) => this.#mourn(worker, code, servesSinceMs));
    return address;
  }

  /** A worker that was told to end, or has a successor, needs no replacement. */
  #mourn(worker: Worker, code: number | null, servedSinceMs: number): void {
    const { log, clock } = this.#options;
    if (this.#serving.get(worker.place) !== worker) return;
    this.#serving.delete(worker.place);
    if (this.#stopping) return;
    log.error({ worker: worker.place, code }, "a worker ended: starting another");
    if (clock.monotonicMs() - servedSinceMs >= steadyAfterMs) this.#pausesMs.delete(worker.place);
    void this.#restart(worker.place);
  }

  async #restart(place: number): Promise<void> {
    const pauseMs = this.#pausesMs.get(place) ?? 0;
    this.#pausesMs.set(place, Math.min(Math.max(2 * pauseMs, shortestPauseMs), longestPauseMs));
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (this.#stopping || this.#serving.has(place)) return;
    try {
      await this.#startAt(place, false);
      this.#options.log.info({ worker: place }, "a worker serves again");
    } catch {
      if (!this.#stopping) await this.#restart(place);
    }
  }
}
