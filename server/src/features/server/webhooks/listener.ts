import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../people/audit/index.ts";
import { deliveryBody, type DueEvent } from "./delivery-body.ts";
import { sealContext } from "./secrets.ts";
import { newWebhookSecret, signedHeaders } from "./signature.ts";

// A program of a developer that asks for the events of a site, instead of being called: a webhook that is disabled, at an address that no
// name server knows. Events are recorded for it as for every webhook.

/** RFC 6761: no name ends so. */
const listenerUrl = "https://listen.invalid/";

const atOnce = 50;
/** Its program has died. */
const forgottenAfterMs = 60 * 60_000;
const touchedEveryMs = 10 * 60_000;

/** Adds a listener to a site, in place of those that died. */
export async function addListener(
  tx: Sql,
  ctx: WriteContext & { secrets: KeyRing },
  siteId: string,
): Promise<{ id: string; secret: string; after: number }> {
  const { now, ids, secrets } = ctx;
  await tx`
    delete from webhooks
    where site_id = ${siteId} and url = ${listenerUrl} and updated_at < ${new Date(now.getTime() - forgottenAfterMs)}`;
  const id: string = ids.next();
  const secret = newWebhookSecret();
  const sealed: Uint8Array = secrets.seal(secret, sealContext(siteId, id));
  await tx`
    insert into webhooks (site_id, id, url, events, description, enabled, disabled_because, secret, created_at, updated_at)
    values (${siteId}, ${id}, ${listenerUrl}, '{*}', 'vitrine webhook listen', false, 'MEMBER', ${sealed}, ${now}, ${now})`;
  const target = { type: "webhook", id, label: "vitrine webhook listen" };
  await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId, action: "webhook listen", target });
  const [counter] = await tx<{ last: number }>`
    select last_sequence::float8 as last from webhook_sequences where site_id = ${siteId}`;
  return { id, secret, after: counter?.last ?? 0 };
}

export async function removeListener(tx: Sql, ctx: WriteContext, siteId: string, id: string): Promise<void> {
  const removed = await tx<{ id: string }>`
    delete from webhooks where site_id = ${siteId} and id = ${id} and url = ${listenerUrl} returning id`;
  const target = { type: "webhook", id, label: "vitrine webhook listen" };
  if (removed.length > 0) await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId, action: "webhook listen", target, removes: true });
}

/** A delivery as an endpoint would get it. */
export interface HeardEvent {
  type: string;
  sequence: number;
  headers: Record<string, string>;
  body: string;
}

/** What happened in a site after the number, signed with the listener's secret. */
export async function readHeardEvents(
  sql: Sql,
  { now, publicUrl }: { now: Date; publicUrl: string },
  site: { id: string; slug: string },
  { id, secret, after }: { id: string; secret: string; after: number },
): Promise<HeardEvent[]> {
  await sql`
    update webhooks set updated_at = ${now}
    where site_id = ${site.id} and id = ${id} and updated_at < ${new Date(now.getTime() - touchedEveryMs)}`;
  const rows = await sql<{ [Member in keyof DueEvent]: DueEvent[Member] | null }>`
    select
      id as "eventId", type, sequence::float8 as sequence, data, null::json as personal, content_version::float8 as "contentVersion",
      catalog_version::float8 as "catalogVersion", created_at as "createdAt"
    from webhook_events
    where site_id = ${site.id} and sequence > ${after}
    order by sequence
    limit ${atOnce}`;
  return (rows as DueEvent[]).map((event) => {
    const body = deliveryBody(event, { siteSlug: site.slug, publicUrl, includePersonal: false });
    const headers = { ...signedHeaders({ id: event.eventId, at: now, body }, [secret]), "content-type": "application/json" };
    return { type: event.type, sequence: event.sequence, headers, body };
  });
}

/** The sites in which somebody listens. */
export async function listenedSites(sql: Sql): Promise<{ id: string; slug: string }[]> {
  return sql<{ id: string; slug: string }>`
    select distinct sites.id, sites.slug from sites join webhooks on webhooks.site_id = sites.id and webhooks.url = ${listenerUrl}
    order by sites.slug`;
}
