import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { addTurn } from "./add-turn.ts";
import { redeliver, type WebhookDelivery } from "./delivery.ts";
import { subjectOf } from "./event-types.ts";
import type { Webhook } from "./webhook.ts";

/** Of events that are made up for developers: nobody can ask for them later. */
export const sampleSubject = "sample";

/** Stores an event that no webhook is handed, with a number as the others have. */
export async function addNumberedEvent(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { type, subject, data }: { type: string; subject: string; data: object },
): Promise<{ eventId: string; sequence: number }> {
  const [counter] = await tx<{ sequence: number }>`
    insert into webhook_sequences (site_id, id, last_sequence) values (${siteId}, ${ids.next()}, 1)
    on conflict (site_id) do update set last_sequence = webhook_sequences.last_sequence + 1
    returning last_sequence::float8 as sequence`;
  const [versions] = await tx<{ content: number; catalog: number }>`
    select content_version::float8 as content, catalog_version::float8 as catalog from site_versions where site_id = ${siteId}`;
  const eventId: string = ids.next();
  const sequence: number = counter?.sequence ?? 0;
  const { content, catalog }: { content: number; catalog: number } = versions ?? { content: 0, catalog: 0 };
  await tx`
    insert into webhook_events (site_id, id, type, subject, data, sequence, content_version, catalog_version, created_at)
    values (
      ${siteId}, ${eventId}, ${type}, ${subject}, ${JSON.stringify(data)}::json, ${sequence}, ${content}, ${catalog}, ${now}
    )`;
  return { eventId, sequence };
}

/** Sends an event to one endpoint alone, whatever events it gets. */
export async function sendTestEvent(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { id: webhookId, failingSince }: Pick<Webhook, "id" | "failingSince">,
): Promise<WebhookDelivery> {
  const { now, ids } = ctx;
  const event = { type: "webhook.test", data: { id: webhookId } } as const;
  const { eventId, sequence } = await addNumberedEvent(tx, ctx, siteId, { ...event, subject: subjectOf(event) });
  const deliveryId = ids.next();
  await tx`
    insert into webhook_deliveries (site_id, id, webhook_id, event_id, event, sequence, state, next_at, created_at)
    values (${siteId}, ${deliveryId}, ${webhookId}, ${eventId}, ${event.type}, ${sequence}, 'PENDING', ${now}, ${now})`;
  await addTurn(tx, ctx, { siteId, webhookId, isFailing: failingSince !== null });
  const delivery = await redeliver(tx, siteId, webhookId, deliveryId, now);
  if (!delivery) throw new Error("A delivery vanished.");
  return delivery;
}
