import type { Sql } from "../../../ports/database.ts";

/** Things of people that events are about. */
export interface EventsOfPeople {
  orders?: readonly string[];
  customers?: readonly string[];
  submissions?: readonly string[];
  /** By their slugs: with all submissions. */
  forms?: readonly string[];
}

/**
 * Takes personal data out of the events about these things, also of those that wait, and out of what endpoints answered to them. Accounts and submissions are
 * gone: so are the events about them.
 */
export async function eraseFromWebhookEvents(tx: Sql, siteId: string, of: EventsOfPeople): Promise<void> {
  const { orders = [], customers = [], submissions = [], forms = [] } = of;
  const gone = [...customers.map((id) => `customer:${id}`), ...submissions.map((id) => `form:${id}`)];
  if (gone.length > 0) await tx`delete from webhook_events where site_id = ${siteId} and subject = any (${gone}::text[])`;
  if (forms.length > 0) {
    await tx`
      delete from webhook_events
      where site_id = ${siteId} and type = 'form.submitted' and data ->> 'form' = any (${forms}::text[])`;
  }
  if (orders.length === 0) return;
  const subjects = orders.map((id) => `order:${id}`);
  await tx`update webhook_events set personal = null where site_id = ${siteId} and subject = any (${subjects}::text[])`;
  await tx`
    update webhook_deliveries set attempts = (
      select coalesce(json_agg((attempt::jsonb || '{"answer":null}'::jsonb)::json order by place), '[]'::json)
      from json_array_elements(webhook_deliveries.attempts) with ordinality as every (attempt, place)
    )
    where site_id = ${siteId} and event_id in (
      select webhook_events.id from webhook_events
      where webhook_events.site_id = ${siteId} and webhook_events.subject = any (${subjects}::text[])
    )`;
}
