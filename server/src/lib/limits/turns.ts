import { ProblemError, unavailable } from "../http/problem.ts";

/** How much is done at once and may wait for each, how long, and what is said to what is refused. */
export interface TurnsOptions {
  atOnce: number;
  /** For all of them together. Absent: no matter how much. */
  inAll?: number;
  maxWaiting: number;
  /** Absent: as long as it takes. */
  maxWaitMs?: number;
  refusal?: string;
}

/**
 * Lets only so much be done at once for whom it is done, a site for one, so that who is flooded leaves room for the others:
 * what is too much waits for its turn, and what would wait too long is refused with `unavailable`. With `inAll` that holds for
 * any number of the flooded: nobody may have more than is left for the others, so that several end with equal shares, and one
 * share stays free for the next.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** Last is what began something last, or began to wait last. */
  readonly #queues = new Map<string, Queue>();
  #running = 0;
  #refused = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(whose) ?? { running: 0, waiting: [] };
    if (this.#mayBegin(queue)) this.#begin(whose, queue);
    else if (queue.waiting.length < this.#options.maxWaiting) await this.#wait(whose, queue);
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

  /** How much is done and waits now, for all together, and how much was refused since the start. */
  counts(): TurnCounts {
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

  /** Hands on what was given back, before anybody new can slip in between: to those who have the fewest turns, in turn. */
  #beginWaiting(): void {
    for (;;) {
      let next: [string, Queue] | undefined;
      for (const [whose, queue] of this.#queues) {
        if (queue.waiting.length > 0 && this.#mayBegin(queue) && (!next || queue.running < next[1].running)) next = [whose, queue];
      }
      if (!next) return;
      this.#begin(...next);
      next[1].waiting.shift()?.();
    }
  }

  #forgetIdle(whose: string, { running, waiting }: Queue): void {
    if (running === 0 && waiting.length === 0) this.#queues.delete(whose);
  }

  /** Resolves with a turn, or rejects when there was none in time. */
  #wait(whose: string, queue: Queue): Promise<void> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        this.#forgetIdle(whose, queue);
        reject(this.#refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      if (queue.waiting.push(begin) === 1) this.#putLast(whose, queue);
    });
  }

  #refusal(): ProblemError {
    this.#refused += 1;
    const { refusal = "The site is asked for too much at once." } = this.#options;
    return new ProblemError(unavailable, { detail: refusal, headers: { "retry-after": "1" } });
  }
}

/**
 * How sites share so many connections to the database: half of them are for all other sites together, and a fifth is for what
 * takes no turn, such as keys and logins, the outbox and jobs.
 */
export function sharesOf(connections: number): { atOnce: number; inAll: number } {
  const atOnce = Math.ceil(connections / 2);
  return { atOnce, inAll: Math.max(atOnce, connections - Math.ceil(connections / 5)) };
}

export interface TurnCounts {
  running: number;
  waiting: number;
  refused: number;
}

interface Queue {
  running: number;
  /** Each begins the work of one that waits. */
  waiting: (() => void)[];
}
