import type { Static, TSchema } from "typebox";
import type { Sql } from "../../ports/database.ts";
import { LaneWorkers, type OutboxOptions } from "./lane-workers.ts";
import type { WriteContext } from "../published/write-context.ts";
import { laneNames, type TaskKind } from "./task.ts";
import { noUuid } from "../text/uuid.ts";

/** `siteId`: the site of the task, if it has one. */
export type TaskPayload = { siteId?: string } & Record<string, unknown>;

/**
 * Adds a task that runs once the transaction is committed and its time has come, or counts it as skipped if the site has reached the limit of its
 * kind. The caller does not learn which, and responds the same. Two at once may both be the last.
 */
export async function addToOutbox<Payload extends TSchema>(
  tx: Sql,
  { now, ids }: WriteContext,
  kind: TaskKind<Payload>,
  payload: NoInfer<Static<Payload>>,
  dueAt = now,
): Promise<void> {
  const { name, lane, waitingPerSite } = kind;
  const { siteId = noUuid } = payload as TaskPayload;
  if (waitingPerSite === undefined || (await isRoom(tx, name, lane, siteId, waitingPerSite))) {
    await tx`
      insert into outbox (id, kind, lane, payload, due_at, created_at)
      values (${ids.next()}, ${name}, ${lane}, ${JSON.stringify(payload)}::json, ${dueAt}, ${now})`;
    return;
  }
  // The worker that ends the row logs it. Of two at once neither waits for the other.
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

async function isRoom(tx: Sql, name: string, lane: string, siteId: string, waitingPerSite: number): Promise<boolean> {
  const last = await tx<{ id: string }>`
    select id from outbox
    where outbox.lane = ${lane} and outbox.site_id = ${siteId} and outbox.kind = ${name} and outbox.failed_at is null
    offset ${waitingPerSite - 1} limit 1`;
  return last.length === 0;
}

/**
 * Runs the tasks of the outbox, at least once each, lane by lane and in each lane site by site, a few at a time: a failed one
 * waits twice as long each time, up to an hour, and is given up after three days, if at all. Several processes share the work;
 * the leases of a dead one expire in two minutes.
 */
export class Outbox {
  readonly #lanes: readonly LaneWorkers[];
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(options: OutboxOptions) {
    this.#lanes = laneNames.map((lane) => new LaneWorkers(lane, options));
  }

  start(): void {
    for (const lane of this.#lanes) this.#timers.push(setInterval(() => lane.look(), lane.lookEveryMs).unref());
  }

  /** Runs every due task. Resolves when none is left; never rejects. */
  async runDue(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.runDue()));
  }

  /** Takes no more tasks, and waits for the running ones. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
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

/**
 * Takes the tasks of these kinds and a site out of the outbox that nobody runs, all of them or those whose payload has the member. Their work is up to
 * the caller: what their transactions wrote is visible to it.
 */
export async function removeWaitingTasks(
  tx: Sql,
  kinds: readonly Pick<TaskKind, "name" | "lane">[],
  siteId: string,
  member?: { name: string; text: string },
): Promise<void> {
  const [lanes, names] = [kinds.map(({ lane }) => lane), kinds.map(({ name }) => name)];
  await tx`
    delete from outbox
    where lane = any (${lanes}::text[]) and site_id = ${siteId} and kind = any (${names}::text[]) and failed_at is null
      and (leased_until is null or leased_until < statement_timestamp())
      and (${member === undefined}::boolean or payload ->> ${member?.name ?? ""} = ${member?.text ?? ""})`;
}

/** The same for tasks of no site. */
export async function removeTasksOfNoSite(
  tx: Sql,
  { name }: Pick<TaskKind, "name">,
  about: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [member, texts] of Object.entries(about)) {
    await tx`
      delete from outbox
      where kind = ${name} and payload ->> 'siteId' is null and payload ->> ${member} = any (${texts}::text[])`;
  }
}

/** Takes every task of a site out of the outbox. */
export async function removeTasksOfSite(tx: Sql, siteId: string): Promise<void> {
  await tx`delete from outbox where site_id = ${siteId}`;
}

const givenUpKeptMs = 30 * 24 * 60 * 60_000;

/** Deletes tasks that were given up a month ago, because they contain the recipient. */
export async function removeGivenUpTasks({ sql, clock }: Pick<OutboxOptions, "sql" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - givenUpKeptMs);
  await sql`delete from outbox where failed_at < ${before}`;
}
