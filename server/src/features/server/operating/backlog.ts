import type { Clock } from "../../../ports/clock.ts";
import { readTaskBacklog, type TaskBacklog } from "../../../lib/tasks/task-backlog.ts";
import type { Sql } from "../../../ports/database.ts";
import { readFileBytes } from "../../content/media/index.ts";
import { readPaymentBacklog, type PaymentBacklog } from "../../shop/payments/index.ts";

/** The work outside of requests that is due or waiting, and what the media libraries hold, over all processes. */
export interface Backlog {
  tasks: TaskBacklog[];
  payments: PaymentBacklog;
  /** Of all files that somebody uploaded. */
  fileBytes: number;
}

/** Reads the backlog. */
export async function readBacklog(sql: Sql, now: Date): Promise<Backlog> {
  return { tasks: await readTaskBacklog(sql, now), payments: await readPaymentBacklog(sql, now), fileBytes: await readFileBytes(sql) };
}

const keptForMs = 10_000;
const waitAtMostMs = 1_000;

/**
 * The backlog for frequent callers: read at most once in ten seconds, for any number of callers. `undefined` when the database does not
 * respond within a second: it never returns an older backlog.
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
