import type { Clock } from "../../ports/clock.ts";
import type { Sql } from "../../ports/database.ts";

/** What waits to be done outside of requests, over all processes. */
export interface Backlog {
  tasks: TaskBacklog[];
  payments: PaymentBacklog;
}

/** Rows of the outbox of one kind. */
export interface TaskBacklog {
  kind: string;
  /** Still to be done, now or later. */
  waiting: number;
  /** Of these, written more than ten minutes ago. */
  late: number;
  failed: number;
  /** Not added for these waited already, as many of one site as its kind allows. */
  skipped: number;
  /** Since the oldest that waits was written. */
  oldestSeconds: number;
  /** Since the one that is due for longest became due; 0 when none is due. */
  overdueSeconds: number;
}

/** Payments that the processor is still to be asked about. */
export interface PaymentBacklog {
  open: number;
  /** Of these, with a look that is overdue by more than ten minutes. */
  late: number;
  /** Since the look that is overdue for longest was due; 0 when none is. */
  overdueSeconds: number;
  /** Orders that are neither paid nor cancelled yet. */
  pendingOrders: number;
}

const lateAfterMs = 10 * 60_000;

/** Reads what waits: the outbox whole, which is short unless something is wrong, and of payments what an index holds. */
export async function readBacklog(sql: Sql, now: Date): Promise<Backlog> {
  const lateSince = new Date(now.getTime() - lateAfterMs);
  const tasks = await sql<TaskBacklog>`
    select
      kind,
      (count(*) filter (where failed_at is null))::int as waiting,
      (count(*) filter (where failed_at is null and created_at < ${lateSince}))::int as late,
      (count(*) filter (where failed_at is not null))::int as failed,
      coalesce(sum(skipped) filter (where failed_at is null), 0)::int as skipped,
      greatest(extract(epoch from ${now}::timestamptz - min(created_at) filter (where failed_at is null)), 0)::float8 as "oldestSeconds",
      greatest(extract(epoch from ${now}::timestamptz - min(due_at) filter (where failed_at is null)), 0)::float8 as "overdueSeconds"
    from outbox
    group by kind
    order by kind`;
  const [payments] = await sql<PaymentBacklog>`
    select
      count(*)::int as open,
      (count(*) filter (where payments.check_at < ${lateSince}))::int as late,
      greatest(extract(epoch from ${now}::timestamptz - min(payments.check_at)), 0)::float8 as "overdueSeconds",
      (count(*) filter (where orders.status = 'PENDING'))::int as "pendingOrders"
    from sites
    join payments on payments.site_id = sites.id and payments.check_at is not null
    left join orders on orders.site_id = payments.site_id and orders.id = payments.order_id`;
  return { tasks, payments: payments ?? { open: 0, late: 0, overdueSeconds: 0, pendingOrders: 0 } };
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
