import type { Static, TSchema } from "typebox";
import type { Sql } from "../../ports/database.ts";
import { LaneWorkers, type OutboxOptions } from "./lane-workers.ts";
import type { Saving } from "../published/saving.ts";
import { laneNames, type TaskKind } from "./task.ts";
import { noUuid } from "../text/uuid.ts";

/** `siteId`: the site that it is done for, if for one. */
export type TaskPayload = { siteId?: string } & Record<string, unknown>;

/**
 * Writes down what shall be done once the transaction is committed; or that it was skipped, where so many of the site's wait
 * already as the kind allows. The caller does not learn which, and says the same to whoever asked. Two at once may both be the last.
 */
export async function addToOutbox<Payload extends TSchema>(
  tx: Sql,
  { now, ids }: Saving,
  kind: TaskKind<Payload>,
  payload: NoInfer<Static<Payload>>,
): Promise<void> {
  const { name, lane, waitingPerSite = null } = kind;
  const { siteId = noUuid } = payload as TaskPayload;
  const added = await tx<{ id: string }>`
    insert into outbox (id, kind, lane, payload, due_at, created_at)
    select ${ids.next()}::uuid, ${name}, ${lane}, ${JSON.stringify(payload)}::json, ${now}::timestamptz, ${now}::timestamptz
    where ${waitingPerSite}::int is null or not exists (
      select from outbox
      where outbox.lane = ${lane} and outbox.site_id = ${siteId} and outbox.kind = ${name} and outbox.failed_at is null
      offset ${waitingPerSite}::int - 1
    )
    returning id`;
  if (added.length > 0) return;
  // Whoever ends that one says so. Of two at once neither waits for the other.
  await tx`
    update outbox set skipped = skipped + 1
    where id = (
      select id from outbox
      where outbox.lane = ${lane} and outbox.site_id = ${siteId} and outbox.kind = ${name} and outbox.failed_at is null
      order by due_at desc, id desc
      limit 1
      for update skip locked
    )`;
}

// Looked at by the second, and not at once when something is added: how long a task takes would otherwise show in how long
// the next request takes, and tell whether there was anything to do.
const lookEveryMs = 1_000;

/**
 * Does what is in the outbox, at least once each, lane by lane and in each lane site by site, a few at a time: one that fails
 * waits twice as long each time, up to an hour, and is given up after three days, if at all. Several processes share the work;
 * one that dies lets go of its tasks in two minutes.
 */
export class Outbox {
  readonly #lanes: readonly LaneWorkers[];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OutboxOptions) {
    this.#lanes = laneNames.map((lane) => new LaneWorkers(lane, options));
  }

  start(): void {
    this.#timer = setInterval(() => this.#lanes.forEach((lane) => lane.look()), lookEveryMs).unref();
  }

  /** Does everything that is due. Resolves when nothing is left that is; never rejects. */
  async runDue(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.runDue()));
  }

  /** Takes nothing more, and waits for what is being done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }
}

/**
 * Takes tasks of a kind and a site out of the outbox: those whose payload has one of the texts as one of the members. Resolves with
 * how many they were.
 */
export async function removeTasks(
  tx: Sql,
  { name }: Pick<TaskKind, "name">,
  siteId: string,
  about: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  let removed = 0;
  for (const [member, texts] of Object.entries(about)) {
    const rows = await tx<{ id: string }>`
      delete from outbox
      where kind = ${name} and payload ->> 'siteId' = ${siteId} and payload ->> ${member} = any (${texts}::text[])
      returning id`;
    removed += rows.length;
  }
  return removed;
}

const givenUpKeptMs = 30 * 24 * 60 * 60_000;

/** Deletes what was given up a month ago: whom it was to reach stands in it. */
export async function removeGivenUpTasks({ sql, clock }: Pick<OutboxOptions, "sql" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - givenUpKeptMs);
  await sql`delete from outbox where failed_at < ${before}`;
}
