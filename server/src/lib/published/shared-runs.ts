import type { Clock } from "../../ports/clock.ts";

const shareForMs = 500;

/**
 * Shares one run between callers that request the same thing at the same time, if it began so recently that its result
 * is current. A failure reaches every caller that waited, and is not kept.
 */
export class SharedRuns<T> {
  readonly #clock: Clock;
  readonly #running = new Map<string, { beganAtMs: number; result: Promise<T> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  run(key: string, work: () => Promise<T>): Promise<T> {
    const nowMs = this.#clock.monotonicMs();
    const running = this.#running.get(key);
    if (running && nowMs - running.beganAtMs < shareForMs) return running.result;
    const newRun = { beganAtMs: nowMs, result: work() };
    this.#running.set(key, newRun);
    const forget = () => {
      if (this.#running.get(key) === newRun) this.#running.delete(key);
    };
    newRun.result.then(forget, forget);
    return newRun.result;
  }
}
