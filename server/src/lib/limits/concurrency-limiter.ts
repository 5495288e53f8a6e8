import { ProblemError, unavailable } from "../http/problem.ts";

/** How much work may run and wait per owner, how long, and the message of a refusal. */
export interface ConcurrencyOptions {
  atOnce: number;
  /** For all owners together. Absent: no limit. */
  inAll?: number;
  maxWaiting: number;
  /** Absent: no time limit. */
  maxWaitMs?: number;
  /**
   * Once the first in a queue has waited so long, the last one has the next turn, and the first one is refused where the queue is full: whoever
   * comes during a flood is answered soon, in place of nobody. Absent: first in, first out.
   */
  newestFirst?: { afterMs: number; nowMs(): number };
  refusal?: string;
}

/**
 * Limits the concurrent work per owner, for example per site, so that a flooded one leaves room for the others:
 * further work waits for its turn, and is refused with `unavailable` after too long. With `inAll` that holds for
 * any number of flooded owners: none may have more than is left for the others, so that several end with equal shares, and one
 * share stays free for the next.
 */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyOptions;
  /** The last owner is the one that most recently started work or began to wait. */
  readonly #queues = new Map<string, Queue>();
  #running = 0;
  #refused = 0;

  constructor(options: ConcurrencyOptions) {
    this.#options = options;
  }

  async run<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(whose) ?? { running: 0, waiting: [] };
    if (this.#mayBegin(queue)) this.#begin(whose, queue);
    else if (this.#hasPlace(queue)) await this.#wait(whose, queue);
    else throw this.#refusal();
    try {
      return await work();
    } finally {
      queue.running -= 1;
      this.#running -= 1;
      this.#beginWaiting();
      this.#forgetIdle(whose, queue);
    }
  }

  /** The running and waiting work of all owners, and the refusals since the start. */
  counts(): ConcurrencyCounts {
    const counts = { running: 0, waiting: 0, refused: this.#refused };
    for (const { running, waiting } of this.#queues.values()) {
      counts.running += running;
      counts.waiting += waiting.length;
    }
    return counts;
  }

  #mayBegin({ running }: Queue): boolean {
    const { atOnce, inAll = Infinity } = this.#options;
    const free = inAll - this.#running;
    return running < atOnce && free > 0 && running <= free;
  }

  #begin(whose: string, queue: Queue): void {
    queue.running += 1;
    this.#running += 1;
    this.#putLast(whose, queue);
  }

  #putLast(whose: string, queue: Queue): void {
    this.#queues.delete(whose);
    this.#queues.set(whose, queue);
  }

  /** Hands on freed turns before any new work can slip in: to the owners with the fewest turns, in turn. */
  #beginWaiting(): void {
    for (;;) {
      let next: [string, Queue] | undefined;
      for (const [whose, queue] of this.#queues) {
        if (queue.waiting.length > 0 && this.#mayBegin(queue) && (!next || queue.running < next[1].running)) next = [whose, queue];
      }
      if (!next) return;
      this.#begin(...next);
      const { waiting } = next[1];
      (this.#isFlooded(next[1]) ? waiting.pop() : waiting.shift())?.begin();
    }
  }

  /** Makes one where the queue is flooded. */
  #hasPlace(queue: Queue): boolean {
    const isFull = queue.waiting.length >= this.#options.maxWaiting;
    if (isFull && this.#isFlooded(queue)) queue.waiting[0]?.giveUp();
    return queue.waiting.length < this.#options.maxWaiting;
  }

  #isFlooded({ waiting: [first] }: Queue): boolean {
    const { newestFirst } = this.#options;
    return newestFirst !== undefined && first !== undefined && newestFirst.nowMs() - first.sinceMs >= newestFirst.afterMs;
  }

  #forgetIdle(whose: string, { running, waiting }: Queue): void {
    if (running === 0 && waiting.length === 0) this.#queues.delete(whose);
  }

  /** Resolves with a turn, or rejects when none became free in time. */
  #wait(whose: string, queue: Queue): Promise<void> {
    const { maxWaitMs, newestFirst } = this.#options;
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        sinceMs: newestFirst?.nowMs() ?? 0,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
        giveUp: () => {
          clearTimeout(timer);
          queue.waiting.splice(queue.waiting.indexOf(waiter), 1);
          this.#forgetIdle(whose, queue);
          reject(this.#refusal());
        },
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(waiter.giveUp, maxWaitMs);
      if (queue.waiting.push(waiter) === 1) this.#putLast(whose, queue);
    });
  }

  #refusal(): ProblemError {
    this.#refused += 1;
    const { refusal = "The site has too many requests at once." } = this.#options;
    return new ProblemError(unavailable, { detail: refusal, headers: { "retry-after": "1" } });
  }
}

/**
 * How sites share the connections to the database: half of them are reserved for other sites, and a fifth for
 * work without turns, such as keys and logins, the outbox and jobs.
 */
export function sharesOf(connections: number): { atOnce: number; inAll: number } {
  const atOnce = Math.ceil(connections / 2);
  return { atOnce, inAll: Math.max(atOnce, connections - Math.ceil(connections / 5)) };
}

export interface ConcurrencyCounts {
  running: number;
  waiting: number;
  refused: number;
}

interface Queue {
  running: number;
  waiting: Waiter[];
}

interface Waiter {
  sinceMs: number;
  begin(): void;
  /** Leaves the queue, refused. */
  giveUp(): void;
}
