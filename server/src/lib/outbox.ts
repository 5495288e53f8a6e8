import type { Logger } from "pino";
import type { Clock } from "../ports/clock.ts";
import type { Database, Sql } from "../ports/database.ts";
import type { Saving } from "./saving.ts";

/** One thing to do outside the database, as its handler sees it. */
export interface Task {
  payload: unknown;
  /** 1 the first time. */
  attempt: number;
}

/** Does what a row of the outbox asks for. Rejects when it could not: it is tried again later. */
export type TaskHandler = (task: Task) => Promise<void>;

/** Writes down what shall be done once the transaction is committed. */
export async function addToOutbox(tx: Sql, saving: Saving, kind: string, payload: object): Promise<void> {
  await addAllToOutbox(tx, saving, kind, [payload]);
}

/** The same for several at once, each done by itself. */
export async function addAllToOutbox(tx: Sql, { now, ids }: Saving, kind: string, payloads: readonly object[]): Promise<void> {
  await tx`
    insert into outbox (id, kind, payload, due_at, created_at)
    select given.id, ${kind}, given.payload::json, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${payloads.map(() => ids.next())}::uuid[], ${payloads.map((payload) => JSON.stringify(payload))}::text[]
    ) as given (id, payload)`;
}

export interface OutboxOptions {
  sql: Database;
  clock: Clock;
  log: Logger;
  handlers: Readonly<Record<string, TaskHandler>>;
  /** Kinds that are tried until they are done. Others are given up after three days. */
  neverGivenUp?: ReadonlySet<string>;
  /** Told how each try ended. */
  onOutcome?(kind: string, outcome: TaskOutcome): void;
}

export type TaskOutcome = "done" | "tried_again" | "given_up";

const atOnce = 4;
// Looked at by the second, and not at once when something is added: how long a task takes would otherwise show in how long
// the next request takes, and tell whether there was anything to do.
const lookEveryMs = 1_000;
const firstDelayMs = 10_000;
const longestDelayMs = 60 * 60_000;
const giveUpAfterMs = 3 * 24 * 60 * 60_000;

interface Leased {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  createdAt: Date;
}

/**
 * Does what is in the outbox, at least once each, a few at a time: one that fails waits twice as long each time, up to an
 * hour, and is given up after three days, if at all. Several processes share the work; one that dies lets go of its tasks in two minutes.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #working = new Set<Promise<void>>();
  #closed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Each worker looks for itself, so that one that waits for a mail server holds up none of the others. */
  start(): void {
    const again = () => {
      if (this.#closed) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void this.#work().finally(again);
      }, lookEveryMs).unref();
      this.#timers.add(timer);
    };
    for (let worker = 0; worker < atOnce; worker += 1) again();
  }

  /** Does everything that is due. Resolves when nothing is left that is; never rejects. */
  async runDue(): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#work()));
  }

  /** Takes nothing more, and waits for what is being done. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#working);
  }

  #work(): Promise<void> {
    const working = this.#doAllDue()
      .catch((error: unknown) => this.#options.log.warn({ error: (error as Error).name }, "the outbox cannot be read"))
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
    return working;
  }

  async #doAllDue(): Promise<void> {
    while (!this.#closed) {
      const leased = await this.#lease();
      if (!leased) return;
      await this.#do(leased);
    }
  }

  async #lease(): Promise<Leased | undefined> {
    const { sql, clock } = this.#options;
    const [leased] = await sql<Leased>`
      update outbox set leased_until = statement_timestamp() + interval '2 minutes', attempts = attempts + 1
      where id = (
        select id from outbox
        where failed_at is null and due_at <= ${clock.now()} and (leased_until is null or leased_until < statement_timestamp())
        order by due_at, id
        limit 1
        for update skip locked
      )
      returning id, kind, payload, attempts, created_at as "createdAt"`;
    return leased;
  }

  async #do({ id, kind, payload, attempts, createdAt }: Leased): Promise<void> {
    const { sql, clock, log, handlers, neverGivenUp, onOutcome } = this.#options;
    try {
      const handler = handlers[kind];
      if (!handler) throw new Error(`Nothing handles the kind ${kind}.`);
      await handler({ payload, attempt: attempts });
      // Only its own lease: one that outlived it is another's by now.
      await sql`delete from outbox where id = ${id} and attempts = ${attempts}`;
      onOutcome?.(kind, "done");
    } catch (error) {
      const now = clock.now();
      const isOver = now.getTime() - createdAt.getTime() > giveUpAfterMs && !neverGivenUp?.has(kind);
      const dueAt = new Date(now.getTime() + Math.min(firstDelayMs * 2 ** Math.min(attempts - 1, 20), longestDelayMs));
      await sql`
        update outbox set due_at = ${dueAt}, leased_until = null, failed_at = ${isOver ? now : null}
        where id = ${id} and attempts = ${attempts}`;
      // Never the message, which may quote what it is about; a mailer's own words and a mail server's reply code say enough.
      const { name, kind: failure, reason, replyCode } = error as { name?: string; kind?: string; reason?: string; replyCode?: number };
      onOutcome?.(kind, isOver ? "given_up" : "tried_again");
      const about = { task: id, kind, attempts, error: name, failure, reason, replyCode };
      if (isOver) log.error(about, "given up");
      else log.warn({ ...about, dueAt }, "to be tried again");
    }
  }
}

const givenUpKeptMs = 30 * 24 * 60 * 60_000;

/** Deletes what was given up a month ago: whom it was to reach stands in it. */
export async function removeGivenUpTasks({ sql, clock }: Pick<OutboxOptions, "sql" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - givenUpKeptMs);
  await sql`delete from outbox where failed_at < ${before}`;
}
