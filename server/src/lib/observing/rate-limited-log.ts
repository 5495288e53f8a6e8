import type { Logger } from "pino";
import type { Clock } from "../../ports/clock.ts";

const everyMs = 60_000;
const linesAtMost = 100;

/**
 * Log lines that many requests cause: each at most once a minute, with a limit of different ones, so that a client with many
 * requests does not fill the log.
 */
export class RateLimitedLog {
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #said = new Set<string>();
  #sinceMs = -Infinity;

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  warn(fields: Readonly<Record<string, string>>, message: string): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#sinceMs >= everyMs) {
      this.#said.clear();
      this.#sinceMs = nowMs;
    }
    const line = JSON.stringify([message, fields]);
    if (this.#said.has(line) || this.#said.size >= linesAtMost) return;
    this.#said.add(line);
    this.#log.warn(fields, message);
  }
}
