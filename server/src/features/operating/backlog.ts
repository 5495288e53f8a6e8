import type { Clock } from "../../ports/clock.ts";
import { readTaskBacklog, type TaskBacklog } from "../../lib/tasks/task-backlog.ts";
import type { Sql } from "../../ports/database.ts";
import { readPaymentBacklog, type PaymentBacklog } from "../payments/index.ts";

/** What waits to be done outside of requests, over all processes. */
export interface Backlog {
  tasks: TaskBacklog[];
  payments: PaymentBacklog;
}

/** Reads what waits. */
export async function readBacklog(sql: Sql, now: Date): Promise<Backlog> {
  return { tasks: await readTaskBacklog(sql, now), payments: await readPaymentBacklog(sql, now) };
}

const keptForMs = 10_000;
const waitAtMostMs = 1_000;

/**
 * The backlog for whoever asks often: read at most once in ten seconds, however many ask. `undefined` when the database
 * does not answer within a second: nothing is told that is older.
 */
export class BacklogView {
  readonly #sql: Sql;
  readonly #clock: Clock;
  #reading: Promise<Backlog | undefined> | undefined;
  #beganAtMs = -Infinity;

  constructor({ sql, clock }: { sql: Sql; clock: Clock }) {
    this.#sql = sql;
    this.#clock = clock;
  }

  async read(): Promise<Backlog | undefined> {
    const now = this.#clock.monotonicMs();
    if (!this.#reading || now - this.#beganAtMs >= keptForMs) {
      this.#beganAtMs = now;
      this.#reading = readBacklog(this.#sql, this.#clock.now()).catch(() => undefined);
    }
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), waitAtMostMs)));
    return Promise.race([this.#reading, tooLong]).finally(() => clearTimeout(timer));
  }
}
