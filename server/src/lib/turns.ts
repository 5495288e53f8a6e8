import { ProblemError, unavailable } from "./problem.ts";

/** How much is done at once and may wait, and what is said to what is refused. */
export interface TurnsOptions {
  atOnce: number;
  maxWaiting: number;
  refusal?: string;
}

/**
 * Lets only so much be done at once for whom it is done, a site for one, so that who is flooded leaves room for the others:
 * what is too much waits for its turn, and what would wait too long is refused with `unavailable` at once.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #queues = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const { atOnce, maxWaiting, refusal = "The site is asked for too much at once." } = this.#options;
    const queue = this.#queues.get(whose) ?? { running: 0, waiting: [] };
    this.#queues.set(whose, queue);
    if (queue.running < atOnce) queue.running += 1;
    else if (queue.waiting.length < maxWaiting) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else throw new ProblemError(unavailable, { detail: refusal, headers: { "retry-after": "1" } });
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back and taken again, so that nobody can slip in between.
      const next = queue.waiting.shift();
      if (next) next();
      else if ((queue.running -= 1) === 0) this.#queues.delete(whose);
    }
  }
}
