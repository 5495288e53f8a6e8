import type { ChildProcess } from "node:child_process";
import type { Logger } from "pino";
import type { Clock } from "../ports/clock.ts";
import { converse, type Answers, type Ask, type MessagePort } from "../adapters/process-messages.ts";

/** A process to be, as the pool needs it. */
export interface Forked {
  port: MessagePort;
  process: Pick<ChildProcess, "kill" | "once">;
}

export interface WorkerPoolOptions {
  size: number;
  /** Starts the process for a place in the pool; `isFirst` before all others, once. */
  fork(place: number, isFirst: boolean): Forked;
  /** What workers may ask. */
  answers: Answers;
  clock: Clock;
  log: Logger;
}

/** A process that serves. */
export interface Worker {
  place: number;
  ask: Ask;
  /** Asks it to finish, and resolves to its exit code, or null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** Where the workers listen. */
export interface Listening {
  port: number;
  address: string;
}

/** A worker ended before it served, and has said why. */
export class WorkerNotServing extends Error {
  override readonly name = "WorkerNotServing";
}

const shortestPauseMs = 200;
const longestPauseMs = 10_000;
/** Whoever served for so long fell over something new. */
const steadyAfterMs = 30_000;

/** Keeps so many processes serving: replaces one that ends, and on request all of them in turn, with no moment of none. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #serving = new Map<number, Worker>();
  /** Those that serve, those that do not yet, and those that finish. */
  readonly #alive = new Set<Worker>();
  #stopping = false;
  #reloading: Promise<void> | undefined;
  #restarts = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** The workers that serve. */
  get workers(): Worker[] {
    return [...this.#serving.values()];
  }

  /** How many ended without being asked to. */
  get restarts(): number {
    return this.#restarts;
  }

  /**
   * Starts one worker, and the others when that one serves, so that what keeps it from starting is said once. Rejects with
   * WorkerNotServing, and all of them ended, when one does not come to serve.
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

  /** Replaces the workers one by one; each old one stops taking connections when its successor takes them. */
  reload(): Promise<void> {
    return (this.#reloading ??= this.#replaceAll().finally(() => (this.#reloading = undefined)));
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#options;
    for (const old of this.workers) {
      if (this.#stopping) return;
      try {
        await this.#startAt(old.place, false);
      } catch {
        log.error({ worker: old.place }, "a new worker does not start: the old ones go on");
        return;
      }
      await old.end("SIGTERM");
    }
    log.info({ workers: this.#options.size }, "reloaded");
  }

  /** Ends all workers, and resolves to whether all of them ended well. */
  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.#stopping = true;
    const codes = await Promise.all([...this.#alive].map((worker) => worker.end(signal)));
    return codes.every((code) => code === 0);
  }

  async #startAt(place: number, isFirst: boolean): Promise<Listening> {
    const { fork, answers, clock } = this.#options;
    const forked = fork(place, isFirst);
    const ended = new Promise<number | null>((resolve) => forked.process.once("exit", (code) => resolve(code)));
    let serves: (listening: Listening) => void = () => undefined;
    const listening = new Promise<Listening>((resolve) => (serves = resolve));
    const end = (signal: NodeJS.Signals) => {
      forked.process.kill(signal);
      return ended;
    };
    const worker: Worker = { place, ended, end, ask: converse(forked.port, { ...answers, listening: serves }) };
    this.#alive.add(worker);
    void ended.then(() => this.#alive.delete(worker));

    const address = await Promise.race([listening, ended]);
    if (address === null || typeof address === "number" || this.#stopping) throw new WorkerNotServing();
    this.#serving.set(place, worker);
    const servesSinceMs = clock.monotonicMs();
    void ended.then((code) => this.#mourn(worker, code, servesSinceMs));
    return address;
  }

  /** What was asked to end, or has a successor, is not missed. */
  #mourn(worker: Worker, code: number | null, servedSinceMs: number): void {
    const { log, clock } = this.#options;
    if (this.#serving.get(worker.place) !== worker) return;
    this.#serving.delete(worker.place);
    if (this.#stopping) return;
    this.#restarts += 1;
    log.error({ worker: worker.place, code }, "a worker ended: another takes its place");
    const isSteady = clock.monotonicMs() - servedSinceMs >= steadyAfterMs;
    void this.#restart(worker.place, isSteady ? 0 : shortestPauseMs);
  }

  async #restart(place: number, pauseMs: number): Promise<void> {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (this.#stopping) return;
    try {
      await this.#startAt(place, false);
      this.#options.log.info({ worker: place }, "a worker serves again");
    } catch {
      await this.#restart(place, Math.min(Math.max(2 * pauseMs, shortestPauseMs), longestPauseMs));
    }
  }
}
