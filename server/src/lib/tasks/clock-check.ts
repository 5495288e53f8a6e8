import type { Clock } from "../../ports/clock.ts";
import type { Sql } from "../../ports/database.ts";
import type { RateLimitedLog } from "../observing/rate-limited-log.ts";

const toleranceMs = 5 * 60_000;
const believedAfterMs = 24 * 60 * 60_000;

/** This machine's date may be wrong: nothing may be deleted for its age. */
export class ClockNotBelieved extends Error {
  override readonly name = "ClockNotBelieved";
}

/**
 * Whether this machine's date can be trusted: data deleted under a wrong one is gone for good. It is compared with the database's;
 * and, since both may run on one machine, with the time that passed since this process began. A date that jumped is trusted
 * once it has jumped back, or stayed for a day.
 */
export class ClockCheck {
  readonly #sql: Sql;
  readonly #clock: Clock;
  readonly #log: RateLimitedLog;
  #believedMs: number;
  #latest: { beginningMs: number; sinceMs: number };

  constructor({ sql, clock, rateLimitedLog: rateLimitedLog }: { sql: Sql; clock: Clock; rateLimitedLog: RateLimitedLog }) {
    [this.#sql, this.#clock, this.#log] = [sql, clock, rateLimitedLog];
    this.#believedMs = this.#beginningMs();
    this.#latest = { beginningMs: this.#believedMs, sinceMs: clock.monotonicMs() };
  }

  /** Rejects with ClockNotBelieved, and logs it, while the date may be wrong by more than five minutes. */
  async demandBelievable(): Promise<void> {
    const jumpedMs = this.#jump();
    if (Math.abs(jumpedMs) > toleranceMs) {
      this.#refuse(jumpedMs, "the date of this machine jumped: nothing is deleted until it jumps back, for a day, or until a restart");
    }
    const now = this.#clock.now();
    const [database] = await this.#sql<{ now: Date }>`select statement_timestamp() as now`;
    const differenceMs = now.getTime() - (database?.now ?? now).getTime();
    if (Math.abs(differenceMs) > toleranceMs) {
      this.#refuse(differenceMs, "the clocks of this machine and of the database differ: nothing is deleted until one is set right");
    }
  }

  /** How far the date moved beyond the time that passed. */
  #jump(): number {
    const [beginningMs, nowMs] = [this.#beginningMs(), this.#clock.monotonicMs()];
    if (Math.abs(beginningMs - this.#latest.beginningMs) > toleranceMs) this.#latest = { beginningMs, sinceMs: nowMs };
    if (nowMs - this.#latest.sinceMs >= believedAfterMs) this.#believedMs = beginningMs;
    return beginningMs - this.#believedMs;
  }

  /** When time began to pass, by the date: always the same, unless that jumps. */
  #beginningMs(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs();
  }

  #refuse(byMs: number, message: string): never {
    this.#log.warn({ seconds: String(Math.round(byMs / 1_000)) }, message);
    throw new ClockNotBelieved(message);
  }
}
