import { sealContext } from "../../server/src/features/server/webhooks/secrets.ts";
import { newWebhookSecret } from "../../server/src/features/server/webhooks/signature.ts";
import type { TestServer } from "./harness.ts";

type WebhookServer = Pick<TestServer, "deps">;

/** Adds a webhook without a request. */
export async function insertWebhook(
  { deps: { sql, ids, clock, secrets } }: WebhookServer,
  { id: siteId }: { id: string },
  { id = ids.next(), includePersonal = false }: { id?: string; includePersonal?: boolean } = {},
): Promise<string> {
  const secret = secrets.seal(newWebhookSecret(), sealContext(siteId, id));
  await sql`
    insert into webhooks (site_id, id, url, events, description, include_personal, secret, created_at, updated_at)
    values (
      ${siteId}, ${id}, 'https://hooks.example/vitrine', '{*}', 'Rebuilds the storefront', ${includePersonal}, ${secret}, ${clock.now()}, ${clock.now()}
    )`;
  return id;
}

/** Adds an event that was delivered to a new webhook. */
export async function insertDelivery(
  server: WebhookServer,
  site: { id: string },
  { sequence = 1, ids = server.deps.ids }: { sequence?: number; ids?: { next(): string } } = {},
): Promise<{ webhookId: string; eventId: string; deliveryId: string }> {
  const { sql, clock } = server.deps;
  const webhookId = await insertWebhook(server, site, { id: ids.next() });
  const [eventId, deliveryId, now] = [ids.next(), ids.next(), clock.now()];
  await sql`
    insert into webhook_events (site_id, id, type, subject, data, sequence, content_version, catalog_version, created_at)
    values (${site.id}, ${eventId}, 'key.created', ${`key:${eventId}`}, ${JSON.stringify({ id: eventId, name: "App" })}::json, ${sequence}, 1, 1, ${now})`;
  await sql`
    insert into webhook_deliveries (site_id, id, webhook_id, event_id, event, sequence, state, attempts, created_at)
    values (${site.id}, ${deliveryId}, ${webhookId}, ${eventId}, 'key.created', ${sequence}, 'DELIVERED', '[]', ${now})`;
  return { webhookId, eventId, deliveryId };
}

/** Deletes every webhook of the site. */
export async function removeWebhooks({ deps: { sql } }: WebhookServer, { id }: { id: string }): Promise<void> {
  await sql`delete from webhooks where site_id = ${id}`;
}
