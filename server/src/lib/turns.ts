import { ProblemError, unavailable } from "./problem.ts";

/** How much is done at once, how much may wait and how long, and what is said to what is refused. */
export interface TurnsOptions {
  atOnce: number;
  maxWaiting: number;
  /** Absent: as long as it takes. */
  maxWaitMs?: number;
  refusal?: string;
}

/**
 * Lets only so much be done at once for whom it is done, a site for one, so that who is flooded leaves room for the others:
 * what is too much waits for its turn, and what would wait too long is refused with `unavailable`.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #queues = new Map<string, Queue>();
  #refused = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const { atOnce, maxWaiting } = this.#options;
    const queue = this.#queues.get(whose) ?? { running: 0, waiting: [] };
    this.#queues.set(whose, queue);
    if (queue.running < atOnce) queue.running += 1;
    else if (queue.waiting.length < maxWaiting) await this.#wait(queue);
    else throw this.#refusal();
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back and taken again, so that nobody can slip in between.
      const next = queue.waiting.shift();
      if (next) next();
      else if ((queue.running -= 1) === 0) this.#queues.delete(whose);
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

  /** Resolves with a turn, or rejects when there was none in time. */
  #wait(queue: Queue): Promise<void> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        reject(this.#refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      queue.waiting.push(begin);
    });
  }

  #refusal(): ProblemError {
    this.#refused += 1;
    const { refusal = "The site is asked for too much at once." } = this.#options;
    return new ProblemError(unavailable, { detail: refusal, headers: { "retry-after": "1" } });
  }
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
