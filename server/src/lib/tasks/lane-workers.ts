import type { Logger } from "pino";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import { lanes, lookEveryMs, type Lane, type TaskHandler, type TaskKind, type TaskOutcome } from "./task.ts";
import { noUuid } from "../text/uuid.ts";

export interface OutboxOptions {
  sql: Database;
  clock: Clock;
  log: Logger;
  /** Every kind of task that there is. */
  kinds: readonly TaskKind[];
  /** By the name of a kind. */
  handlers: Readonly<Record<string, TaskHandler>>;
  /** Called with the outcome of each attempt. */
  onOutcome?(kind: string, outcome: TaskOutcome): void;
}

const firstDelayMs = 10_000;
const longestDelayMs = 60 * 60_000;
/** Between processes. */
const clockSkewMs = 5 * 60_000;
const giveUpAfterMs = 3 * 24 * 60 * 60_000;

interface Leased {
  id: string;
  siteId: string;
  kind: string;
  payload: unknown;
  attempts: number;
  createdAt: Date;
}

/**
 * The workers of one lane in this process. They go round the sites that have a task due, one task of each, so that a site
 * that adds a thousand waits for a thousand, and the others for one.
 */
export class LaneWorkers {
  readonly #lane: Lane;
  readonly #options: OutboxOptions;
  readonly #working = new Set<Promise<void>>();
  /** The site of each running task. */
  readonly #held: string[] = [];
  /** The site of the last turn. */
  #lastSite = noUuid;
  #leasing: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(lane: Lane, options: OutboxOptions) {
    this.#lane = lane;
    this.#options = options;
  }

  /** How often a process looks for due tasks. */
  get lookEveryMs(): number {
    const lane: { workers: number; lookEveryMs?: number } = lanes[this.#lane];
    return lane.lookEveryMs ?? lookEveryMs;
  }

  /** Starts one more worker, which runs tasks until none is due; does nothing when all of them are busy. */
  look(): void {
    if (this.#closed || this.#working.size >= lanes[this.#lane].workers) return;
    const working = this.#doAllDue()
      .catch((error: unknown) => this.#options.log.warn({ error: (error as Error).name }, "the outbox cannot be read"))
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  /** Runs every due task of the lane. Resolves when none is left; never rejects. */
  async runDue(): Promise<void> {
    this.look();
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  /** Takes no more tasks, and waits for the running ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#working);
  }

  async #doAllDue(): Promise<void> {
    while (!this.#closed) {
      const leased = await this.#leaseInTurn();
      if (!leased) return;
      // After one task there may be more, and this one may take long.
      this.look();
      await this.#do(leased).finally(() => this.#held.splice(this.#held.indexOf(leased.siteId), 1));
    }
  }

  /** One after the other, so that each knows the last turn and the tasks of the others. */
  #leaseInTurn(): Promise<Leased | undefined> {
    const leasing = this.#leasing.then(async () => {
      const leased = this.#closed ? undefined : await this.#lease();
      if (leased) {
        this.#held.push(leased.siteId);
        this.#lastSite = leased.siteId;
      }
      return leased;
    });
    this.#leasing = leasing.catch(() => undefined);
    return leasing;
  }

  async #lease(): Promise<Leased | undefined> {
    const { sql, clock } = this.#options;
    const [lane, last, now] = [this.#lane, this.#lastSite, clock.now()];
    // No task is delayed for longer: it was written while the clock was wrong, and would wait until then.
    const wrong = new Date(now.getTime() + longestDelayMs + clockSkewMs);
    const most = lanes[lane].workers / 2;
    const full = this.#held.filter((site) => this.#held.filter((other) => other === site).length >= most);
    // The next site after the last one, or else the first one.
    const [leased] = await sql<Leased>`
      update outbox set leased_until = statement_timestamp() + interval '2 minutes', attempts = attempts + 1
      where id = coalesce(
        (
          select id from outbox
          where lane = ${lane} and site_id > ${last} and site_id <> all (${full}::uuid[])
            and failed_at is null and (due_at <= ${now} or due_at > ${wrong}) and (leased_until is null or leased_until < statement_timestamp())
          order by site_id, due_at, id
          limit 1
          for update skip locked
        ),
        (
          select id from outbox
          where lane = ${lane} and site_id <= ${last} and site_id <> all (${full}::uuid[])
            and failed_at is null and (due_at <= ${now} or due_at > ${wrong}) and (leased_until is null or leased_until < statement_timestamp())
          order by site_id, due_at, id
          limit 1
          for update skip locked
        )
      )
      returning id, site_id as "siteId", kind, payload, attempts, created_at as "createdAt"`;
    return leased;
  }

  async #do({ id, siteId, kind, payload, attempts, createdAt }: Leased): Promise<void> {
    const { sql, clock, log, kinds, handlers, onOutcome } = this.#options;
    try {
      const handler = handlers[kind];
      if (!handler) throw new Error(`No handler for tasks of kind ${kind}.`);
      await handler({ payload, attempt: attempts });
      // Only its own lease: an expired one may belong to another worker by now.
      const [ended] = await sql<{ skipped: number }>`delete from outbox where id = ${id} and attempts = ${attempts} returning skipped`;
      this.#tellSkipped(siteId, kind, ended?.skipped);
      onOutcome?.(kind, "done");
    } catch (error) {
      const now = clock.now();
      const isNeverGivenUp = kinds.some(({ name, isNeverGivenUp: isKept }) => name === kind && isKept);
      const isOver = now.getTime() - createdAt.getTime() > giveUpAfterMs && !isNeverGivenUp;
      const dueAt = new Date(now.getTime() + Math.min(firstDelayMs * 2 ** Math.min(attempts - 1, 20), longestDelayMs));
      // Never the message, which may quote data; a mailer's own words and a mail server's reply code are enough.
      const { name, kind: failure, reason, replyCode } = error as { name?: string; kind?: string; reason?: string; replyCode?: number };
      const lastError = [name, failure, reason, replyCode].filter((part) => part !== undefined).join(" ");
      const [ended] = await sql<{ skipped: number }>`
        update outbox set due_at = ${dueAt}, leased_until = null, failed_at = ${isOver ? now : null}, last_error = ${lastError.slice(0, 200)}
        where id = ${id} and attempts = ${attempts}
        returning skipped`;
      onOutcome?.(kind, isOver ? "given_up" : "tried_again");
      const about = { task: id, kind, attempts, error: name, failure, reason, replyCode };
      if (isOver) log.error(about, "given up");
      else log.warn({ ...about, dueAt }, "to be tried again");
      if (isOver) this.#tellSkipped(siteId, kind, ended?.skipped);
    }
  }

  #tellSkipped(site: string, kind: string, skipped = 0): void {
    if (skipped > 0) this.#options.log.warn({ site, kind, skipped }, "tasks of a site were skipped: too many waited");
  }
}
