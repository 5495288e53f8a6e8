import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import type { WebhookOutcome } from "../../../ports/webhook-sender.ts";
import { deliveryBody, type DueEvent } from "./delivery-body.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { askedTime, disabledAfterMs, nextTry, pauseMs } from "./retry-times.ts";
import { openSecrets, type SealedSecrets } from "./secrets.ts";
import { signedHeaders } from "./signature.ts";

/** An endpoint to which this process delivers alone, for a while. */
export interface Endpoint extends SealedSecrets {
  id: string;
  siteId: string;
  siteSlug: string;
  url: string;
  includePersonal: boolean;
  /** The task that delivers to it. */
  action: string;
}

export interface DueDelivery extends DueEvent {
  id: string;
  tries: number;
}

type DeliverDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "webhookSender" | "publicUrl">;

/** The latest tries that people see. */
const mostAttempts = 20;
const maySay = new Set([429, 503]);
const gone = 410;

/** Tries a delivery once, and stores what came of it. Resolves with whether it succeeded. */
export async function deliver(deps: DeliverDeps, endpoint: Endpoint, delivery: DueDelivery): Promise<boolean> {
  const { clock, secrets, webhookSender, publicUrl } = deps;
  const [at, beganAtMs] = [clock.now(), clock.monotonicMs()];
  const body = deliveryBody(delivery, { ...endpoint, publicUrl });
  const signed = signedHeaders({ id: delivery.eventId, at, body }, openSecrets(secrets, endpoint, at));
  const headers = { ...signed, "content-type": "application/json", "user-agent": "Vitrine-Webhooks/1.0" };
  const outcome = await webhookSender.send({ url: endpoint.url, headers, body });
  await store(deps, endpoint, delivery, { at, durationMs: Math.round(clock.monotonicMs() - beganAtMs), outcome });
  return outcome.error === null;
}

async function store(
  { sql, clock, ids }: DeliverDeps,
  { id: webhookId, siteId, action }: Endpoint,
  { id, tries }: DueDelivery,
  { at, durationMs, outcome }: { at: Date; durationMs: number; outcome: WebhookOutcome },
): Promise<void> {
  const { error, status, answer, retryAfter } = outcome;
  const now = clock.now();
  const attempt = JSON.stringify({ at: at.toISOString(), status, durationMs, error, answer });
  const asked = status !== null && maySay.has(status) ? askedTime(retryAfter, now) : undefined;
  const isFinal = error === null || error === "address_not_allowed" || status === gone;
  const nextAt = isFinal ? null : (nextTry(now, tries + 1, asked) ?? null);
  const state = error === null ? "DELIVERED" : nextAt === null ? "FAILED" : "PENDING";
  // Somebody may have asked for it once more in the meantime: then it stays to be done.
  await sql`
    update webhook_deliveries set
      state = case when state = 'PENDING' and tries = ${tries} then ${state} else state end,
      next_at = case when state = 'PENDING' and tries = ${tries} then ${nextAt}::timestamptz else next_at end,
      tries = case when tries = ${tries} then tries + 1 else tries end,
      attempts = (
        select json_agg(latest.attempt order by latest.place)
        from (
          select attempt, place
          from json_array_elements((attempts::jsonb || ${attempt}::jsonb)::json) with ordinality as every (attempt, place)
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
  const failingSince = await noteFailure(sql, siteId, webhookId, now);
  const because = status === gone ? "GONE" : failingSince && now.getTime() - failingSince.getTime() >= disabledAfterMs ? "FAILURES" : null;
  if (because) await sql.begin((tx) => disableWebhook(tx, { now, ids }, { siteId, webhookId, because, action }));
}

async function noteFailure(sql: Sql, siteId: string, webhookId: string, now: Date): Promise<Date | null | undefined> {
  const resumeAt = new Date(now.getTime() + pauseMs);
  const [webhook] = await sql<{ failingSince: Date | null }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}), resume_at = ${resumeAt}
    where site_id = ${siteId} and id = ${webhookId}
    returning failing_since as "failingSince"`;
  return webhook?.failingSince;
}
