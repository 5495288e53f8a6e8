import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { subjectOf, type NewWebhookEvent, type WebhookEventType } from "./event-types.ts";
import { handOutKind } from "./task-kinds.ts";

/** A statement takes no longer than others. */
const atOnce = 500;
/** Bodies of deliveries stay below 64 KiB. */
const mostPersonalBytes = 48 * 1024;

/**
 * Records what happened, in the transaction of the change, if the site has an endpoint that wants to know: also one that is switched off, since its
 * people may ask for what it missed.
 */
export async function recordWebhookEvents(tx: Sql, ctx: WriteContext, siteId: string, events: readonly NewWebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const types = [...new Set(events.map(({ type }) => type))];
  const endpoints = await tx<{ events: string[]; includePersonal: boolean }>`
    select events, include_personal as "includePersonal" from webhooks
    where site_id = ${siteId} and events && ${["*", ...types]}::text[]`;
  const typesWanted = (by: typeof endpoints) =>
    new Set(types.filter((type) => by.some((each) => each.events.includes("*") || each.events.includes(type))));
  const wantedTypes = typesWanted(endpoints);
  const wanted = events.filter(({ type }) => wantedTypes.has(type)).map((event) => ({ id: ctx.ids.next(), event }));
  if (wanted.length === 0) return;
  for (let start = 0; start < wanted.length; start += atOnce) {
    const rows = wanted.slice(start, start + atOnce).map(({ id, event }) => {
      return { id, type: event.type, subject: subjectOf(event), data: event.data };
    });
    await tx`
      insert into webhook_events (site_id, id, type, subject, data, created_at)
      select ${siteId}::uuid, event.id, event.type, event.subject, event.data, ${ctx.now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as event (id uuid, type text, subject text, data json)`;
  }
  const personalTypes = typesWanted(endpoints.filter(({ includePersonal }) => includePersonal));
  for (const { id, event } of wanted)
    if (event.personal && personalTypes.has(event.type)) await addPersonal(tx, siteId, id, event.personal);
  await addToOutbox(tx, ctx, handOutKind, { siteId });
}

/** Whether an endpoint of the site wants to know of such events: for those that cost a statement to describe. */
export async function wantsWebhookEvents(tx: Sql, siteId: string, type: WebhookEventType): Promise<boolean> {
  const [endpoint] = await tx<{ id: string }>`
    select id from webhooks where site_id = ${siteId} and events && ${["*", type]}::text[] limit 1`;
  return endpoint !== undefined;
}

async function addPersonal(tx: Sql, siteId: string, id: string, personal: () => Promise<object>): Promise<void> {
  const json = JSON.stringify(await personal());
  if (Buffer.byteLength(json) > mostPersonalBytes) return;
  await tx`update webhook_events set personal = ${json}::json where site_id = ${siteId} and id = ${id}`;
}
