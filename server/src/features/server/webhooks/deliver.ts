import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import type { WebhookOutcome } from "../../../ports/webhook-sender.ts";
import { deliveryBody, type DueEvent } from "./delivery-body.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { askedTime, disabledAfterMs, nextTry, pauseMs } from "./retry-times.ts";
import { openSecrets, type SealedSecrets } from "./secrets.ts";
import { signedHeaders } from "./signature.ts";

/** An endpoint to which this process delivers alone, for a while. */
export interface Endpoint {
  id: string;
  siteId: string;
  siteSlug: string;
  /** The task that delivers to it. */
  action: string;
}

export interface DueDelivery {
  id: string;
  tries: number;
  nextAt: Date | null;
}

/** What is sent, and where: as it is at the moment, since people change both while others are sent. */
interface CurrentDelivery extends DueEvent, SealedSecrets {
  url: string;
  includePersonal: boolean;
}

type DeliverDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "webhookSender" | "publicUrl">;

/** The latest tries that people see. */
const mostAttempts = 20;
const maySay = new Set([429, 503]);
const gone = 410;

/** Tries a delivery once, and stores what came of it. Resolves with whether it succeeded, or is no longer to be done. */
export async function deliver(deps: DeliverDeps, endpoint: Endpoint, delivery: DueDelivery): Promise<boolean> {
  const { sql, clock, secrets, webhookSender, publicUrl } = deps;
  const current = await readCurrent(sql, endpoint, delivery);
  if (!current) return true;
  const [at, beganAtMs] = [clock.now(), clock.monotonicMs()];
  const { url, includePersonal } = current;
  const body = deliveryBody(current, { siteSlug: endpoint.siteSlug, publicUrl, includePersonal });
  const signed = signedHeaders({ id: current.eventId, at, body }, openSecrets(secrets, current, at));
  const headers = { ...signed, "content-type": "application/json", "user-agent": "Vitrine-Webhooks/1.0" };
  const outcome = await webhookSender.send({ url, headers, body });
  const durationMs = Math.round(clock.monotonicMs() - beganAtMs);
  await store(deps, endpoint, delivery, { at, durationMs, outcome, url, hadPersonal: includePersonal && current.personal !== null });
  return outcome.error === null;
}

async function readCurrent(
  sql: Sql,
  { siteId, id: webhookId }: Endpoint,
  { id, tries, nextAt }: DueDelivery,
): Promise<CurrentDelivery | undefined> {
  const [current] = await sql<CurrentDelivery>`
    select
      webhooks.id, webhooks.site_id as "siteId", webhooks.url, webhooks.include_personal as "includePersonal", webhooks.secret,
      webhooks.former_secret as "formerSecret", webhooks.former_secret_until as "formerSecretUntil",
      events.id as "eventId", events.type, events.data, events.personal, events.sequence::float8 as sequence,
      events.content_version::float8 as "contentVersion", events.catalog_version::float8 as "catalogVersion",
      events.created_at as "createdAt"
    from webhook_deliveries
    join webhooks on webhooks.site_id = ${siteId} and webhooks.id = webhook_deliveries.webhook_id
    join webhook_events as events on events.site_id = ${siteId} and events.id = webhook_deliveries.event_id
    where webhook_deliveries.site_id = ${siteId} and webhook_deliveries.id = ${id} and webhook_deliveries.webhook_id = ${webhookId}
      and webhook_deliveries.state = 'PENDING' and webhook_deliveries.tries = ${tries} and webhook_deliveries.next_at = ${nextAt}
      and webhooks.enabled`;
  return current;
}

async function store(
  { sql, clock, ids }: DeliverDeps,
  { id: webhookId, siteId, action }: Endpoint,
  { id, tries, nextAt: triedAt }: DueDelivery,
  {
    at,
    durationMs,
    outcome,
    url,
    hadPersonal,
  }: { at: Date; durationMs: number; outcome: WebhookOutcome; url: string; hadPersonal: boolean },
): Promise<void> {
  const { error, status, answer, retryAfter } = outcome;
  const now = clock.now();
  const attemptWith = (shown: string | null) => JSON.stringify({ at: at.toISOString(), status, durationMs, error, answer: shown });
  const asked = status !== null && maySay.has(status) ? askedTime(retryAfter, now) : undefined;
  const isFinal = error === null || error === "address_not_allowed" || status === gone;
  const nextAt = isFinal ? null : (nextTry(now, tries + 1, asked) ?? null);
  const state = error === null ? "DELIVERED" : nextAt === null ? "FAILED" : "PENDING";
  // Somebody may have asked for it once more in the meantime: then it stays to be done.
  await sql`
    update webhook_deliveries set
      state = case when state = 'PENDING' and tries = ${tries} and next_at = ${triedAt} then ${state} else state end,
      next_at = case when state = 'PENDING' and tries = ${tries} and next_at = ${triedAt} then ${nextAt}::timestamptz else next_at end,
      tries = case when state = 'PENDING' and tries = ${tries} and next_at = ${triedAt} then tries + 1 else tries end,
      attempts = (
        select json_agg(latest.attempt order by latest.place)
        from (
          select attempt, place
          from json_array_elements((attempts::jsonb || case
            -- The answer may repeat what an erasure has taken away meanwhile.
            when ${hadPersonal}::boolean and not exists (
              select from webhook_events
              where webhook_events.site_id = ${siteId} and webhook_events.id = webhook_deliveries.event_id and webhook_events.personal is not null
            )
            then ${attemptWith(null)}::jsonb else ${attemptWith(answer)}::jsonb
          end)::json) with ordinality as every (attempt, place)
          order by place desc
          limit ${mostAttempts}
        ) as latest
      )
    where site_id = ${siteId} and id = ${id}`;
  if (error === null) {
    await sql`
      update webhooks set failing_since = null, resume_at = null
      where site_id = ${siteId} and id = ${webhookId} and failing_since is not null`;
    return;
  }
  const failingSince = await noteFailure(sql, siteId, { webhookId, url }, now);
  const because = status === gone ? "GONE" : failingSince && now.getTime() - failingSince.getTime() >= disabledAfterMs ? "FAILURES" : null;
  if (because) await sql.begin((tx) => disableWebhook(tx, { now, ids }, { siteId, webhookId, url, because, action }));
}

async function noteFailure(
  sql: Sql,
  siteId: string,
  { webhookId, url }: { webhookId: string; url: string },
  now: Date,
): Promise<Date | null | undefined> {
  const resumeAt = new Date(now.getTime() + pauseMs);
  const [webhook] = await sql<{ failingSince: Date | null }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}), resume_at = ${resumeAt}
    where site_id = ${siteId} and id = ${webhookId} and url = ${url}
    returning failing_since as "failingSince"`;
  return webhook?.failingSince;
}
