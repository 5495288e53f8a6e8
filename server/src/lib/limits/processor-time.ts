import type { Clock } from "../../ports/clock.ts";
import { growing, refill, type Rate } from "./token-bucket.ts";

/** The number of clients to remember; the least recently seen is evicted first, which favours it. */
const maxClients = 100_000;

/**
 * The time that this process works for each client, in milliseconds a second. One thread serves all clients: the work for one
 * client, in however few requests, delays all others. The cost of a request is known once it is done, so a client may
 * overdraw and then waits.
 */
export class ProcessorTime {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #budgets = growing<{ tokens: number; filledAtMs: number; rate: Rate }>(maxClients);

  /** `rate` in milliseconds. */
  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** Does the work, and charges the time that it takes. */
  spend<T>(client: string, work: () => T): T {
    const beganAtMs = this.#clock.monotonicMs();
    try {
      return work();
    } finally {
      this.book(client, this.#clock.monotonicMs() - beganAtMs);
    }
  }

  /** Charges time that was worked for a client. */
  book(client: string, milliseconds: number): void {
    if (milliseconds <= 0) return;
    const now = this.#clock.monotonicMs();
    const budget = this.#budgets.get(client) ?? { tokens: this.#rate.burst, filledAtMs: now, rate: this.#rate };
    refill(budget, now);
    // Debt has no bound: whoever took the time pays for it.
    budget.tokens -= milliseconds;
    this.#budgets.set(client, budget);
  }

  /** Whole seconds until the client has time left; 0 when it has. */
  waitSeconds(client: string): number {
    const budget = this.#budgets.get(client);
    if (!budget) return 0;
    refill(budget, this.#clock.monotonicMs());
    return budget.tokens > 0 ? 0 : Math.max(1, Math.ceil(-budget.tokens / this.#rate.perSecond));
  }
}
