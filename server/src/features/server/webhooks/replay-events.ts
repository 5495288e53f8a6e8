import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { sampleSubject } from "./test-event.ts";

/** As many as may wait for one endpoint. */
export const mostReplayed = 10_000;

/** Has all events of a period that an endpoint gets delivered anew. Resolves with their number; undefined: they are too many, and nothing happened. */
export async function replayEvents(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { id: webhookId, events }: { id: string; events: readonly string[] },
  { from, to }: { from: Date; to: Date },
): Promise<number | undefined> {
  const wanted = await tx<{ id: string; type: string; sequence: number }>`
    select webhook_events.id, webhook_events.type, webhook_events.sequence::float8 as sequence
    from webhook_events
    where webhook_events.site_id = ${siteId} and webhook_events.created_at between ${from} and ${to}
      and webhook_events.sequence is not null and array['*', webhook_events.type] && ${events}::text[]
      and webhook_events.type <> 'webhook.test' and webhook_events.subject <> ${sampleSubject}
    order by webhook_events.sequence
    limit ${mostReplayed + 1}`;
  if (wanted.length > mostReplayed) return undefined;
  const rows = wanted.map(({ id, type, sequence }) => ({ id: ids.next(), event_id: id, event: type, sequence }));
  await tx`
    insert into webhook_deliveries (site_id, id, webhook_id, event_id, event, sequence, state, next_at, created_at)
    select ${siteId}::uuid, row.id, ${webhookId}::uuid, row.event_id, row.event, row.sequence, 'PENDING', ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, event_id uuid, event text, sequence bigint)
    on conflict (site_id, webhook_id, event_id) do update set state = 'PENDING', tries = 0, next_at = excluded.next_at`;
  return rows.length;
}
