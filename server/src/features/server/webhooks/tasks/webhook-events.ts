import type { Deps } from "../../../../deps.ts";
import { addToOutbox, removeWaitingTasks } from "../../../../lib/tasks/outbox.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Transaction } from "../../../../ports/database.ts";
import { addTurn } from "../add-turn.ts";
import { handOutKind } from "../task-kinds.ts";

const atOnce = 100;
/** Then others have their turn. */
const turnMs = 2_000;
/** Deliveries that wait for one endpoint. Further ones fail, and may be asked for again. */
const mostWaiting = 10_000;
/** Every process shows a change within this time: whoever asks after an event sees what it is about. */
const shownWithinMs = 1_000;

interface Endpoint {
  id: string;
  events: string[];
  isFailing: boolean;
  waiting: number;
}

/**
 * Hands the recorded events of a site to its endpoints, in the order in which they were recorded, and numbers them. A change waits for no number: only this
 * task takes any.
 */
export const handOutEvents = task(handOutKind, ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => async ({ siteId }) => {
  const overAtMs = clock.monotonicMs() + turnMs;
  while ((await sql.begin((tx) => handOut(tx, { clock, ids }, siteId))) === atOnce) {
    if (clock.monotonicMs() < overAtMs) continue;
    await addToOutbox(sql, { now: clock.now(), ids }, handOutKind, { siteId });
    return;
  }
});

async function handOut(tx: Transaction, { clock, ids }: Pick<Deps, "clock" | "ids">, siteId: string): Promise<number> {
  const [counter] = await tx<{ last: number }>`
    insert into webhook_sequences (site_id, id, last_sequence) values (${siteId}, ${ids.next()}, 0)
    on conflict (site_id) do update set last_sequence = webhook_sequences.last_sequence
    returning last_sequence::float8 as last`;
  // Those that are there by now are of events that the next statement reads.
  await removeWaitingTasks(tx, [handOutKind], siteId);
  const events = await tx<{ id: string; type: string }>`
    select id, type from webhook_events
    where site_id = ${siteId} and sequence is null
    order by recorded_at, id
    limit ${atOnce}`;
  if (!counter || events.length === 0) return 0;
  // After the events are read: each is shown everywhere a second later.
  const ctx = { now: clock.now(), ids };
  const lastSequence: number = counter.last + events.length;
  const numbered = events.map((event, index) => ({ ...event, sequence: counter.last + index + 1 }));
  await tx`update webhook_sequences set last_sequence = ${lastSequence} where site_id = ${siteId}`;
  const [versions] = await tx<{ content: number; catalog: number }>`
    select content_version::float8 as content, catalog_version::float8 as catalog from site_versions where site_id = ${siteId}`;
  const { content, catalog }: { content: number; catalog: number } = versions ?? { content: 0, catalog: 0 };
  const numberedEvents = await tx<{ id: string }>`
    update webhook_events set sequence = numbered.sequence, content_version = ${content}, catalog_version = ${catalog}
    from unnest(
      ${numbered.map(({ id }) => id)}::uuid[],
      ${numbered.map(({ sequence }) => sequence)}::bigint[]
    ) as numbered (id, sequence)
    where webhook_events.site_id = ${siteId} and webhook_events.id = numbered.id
    returning webhook_events.id`;
  // An erasure may have taken some of them meanwhile.
  const present = new Set(numberedEvents.map(({ id }) => id));
  await addDeliveries(
    tx,
    ctx,
    siteId,
    numbered.filter(({ id }) => present.has(id)),
  );
  return events.length;
}

async function addDeliveries(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  events: readonly { id: string; type: string; sequence: number }[],
): Promise<void> {
  const { now, ids } = ctx;
  const endpoints = await tx<Endpoint>`
    select
      id, events, failing_since is not null as "isFailing",
      (
        select count(*)::int from (
          select from webhook_deliveries
          where webhook_deliveries.site_id = ${siteId} and webhook_deliveries.webhook_id = webhooks.id
            and webhook_deliveries.state = 'PENDING'
          limit ${mostWaiting}
        ) as waiting
      ) as waiting
    from webhooks
    where site_id = ${siteId} and enabled
    order by id
    for key share`;
  const dueAt = new Date(now.getTime() + shownWithinMs);
  for (const endpoint of endpoints) {
    const wanted = events.filter(({ type }) => endpoint.events.includes("*") || endpoint.events.includes(type));
    if (wanted.length === 0) continue;
    const webhookId: string = endpoint.id;
    const room = mostWaiting - endpoint.waiting;
    const refusal = JSON.stringify([{ at: now.toISOString(), status: null, durationMs: 0, error: "too_many_waiting", answer: null }]);
    const rows = wanted.map(({ id: event_id, type: event, sequence }, index) => {
      return { id: ids.next(), event_id, event, sequence, has_room: index < room };
    });
    await tx`
      insert into webhook_deliveries (site_id, id, webhook_id, event_id, event, sequence, state, next_at, attempts, created_at)
      select
        ${siteId}::uuid, row.id, ${webhookId}::uuid, row.event_id, row.event, row.sequence,
        case when row.has_room then 'PENDING' else 'FAILED' end,
        case when row.has_room then ${dueAt}::timestamptz end,
        case when row.has_room then '[]'::json else ${refusal}::json end,
        ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (
        id uuid, event_id uuid, event text, sequence bigint, has_room boolean
      )`;
    await addTurn(tx, ctx, { siteId, webhookId, isFailing: endpoint.isFailing }, dueAt);
  }
}
