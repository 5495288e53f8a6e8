import { ProblemError, unavailable } from "./problem.ts";

/**
 * Lets a site do only so much at once, so that one that is flooded leaves room for the others: what is too much waits for
 * its turn, and what would wait too long is refused with `unavailable`.
 */
export class SiteTurns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #sites = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(siteId: string, work: () => Promise<T>): Promise<T> {
    const site = this.#sites.get(siteId) ?? { running: 0, waiting: [] };
    this.#sites.set(siteId, site);
    if (site.running < this.#atOnce) site.running += 1;
    else if (site.waiting.length < this.#maxWaiting) await new Promise<void>((resolve) => site.waiting.push(resolve));
    else throw new ProblemError(unavailable, { detail: "The site is asked for too much at once.", headers: { "retry-after": "1" } });
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back and taken again, so that nobody can slip in between.
      const next = site.waiting.shift();
      if (next) next();
      else if ((site.running -= 1) === 0) this.#sites.delete(siteId);
    }
  }
}
