import type { WriteContext } from "../../../lib/published/write-context.ts";
import { removeWaitingTasks } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../people/audit/index.ts";
import { failingTurnKind, turnKind } from "./task-kinds.ts";
import { notifyWebhookMembers } from "./tasks/webhook-disabled-mail.ts";

export type DisabledBecause = "MEMBER" | "GONE" | "FAILURES";

/** Disables an endpoint that said that it is gone, or that failed for days; then its people get a mail. Does nothing if it is disabled already, or has another address by now. */
export async function disableWebhook(
  tx: Sql,
  ctx: WriteContext,
  {
    siteId,
    webhookId,
    url,
    because,
    action,
  }: { siteId: string; webhookId: string; url: string; because: Exclude<DisabledBecause, "MEMBER">; action: string },
): Promise<void> {
  const [webhook] = await tx<{ revision: number; description: string }>`
    update webhooks set enabled = false, disabled_because = ${because}, revision = revision + 1, updated_at = ${ctx.now}
    where site_id = ${siteId} and id = ${webhookId} and url = ${url} and enabled
    returning revision, description`;
  if (!webhook) return;
  await endDeliveries(tx, ctx, siteId, webhookId);
  const { revision, description } = webhook;
  const target = { type: "webhook", id: webhookId, label: description, revision };
  const changes = [
    { member: "enabled", from: true, to: false },
    { member: "disabledBecause", to: because },
  ];
  await recordChange(tx, ctx, { actor: { kind: "JOB" }, siteId, action, target, changes });
  if (because === "FAILURES") await notifyWebhookMembers(tx, ctx, { siteId, webhookId });
}

/** Gives up the deliveries that wait for an endpoint. Its people may ask for them once it works. */
export async function endDeliveries(tx: Sql, { now }: WriteContext, siteId: string, webhookId: string): Promise<void> {
  const attempt = JSON.stringify({ at: now.toISOString(), status: null, durationMs: 0, error: "webhook_disabled", answer: null });
  await tx`
    update webhook_deliveries set
      state = 'FAILED', next_at = null, attempts = (attempts::jsonb || ${attempt}::jsonb)::json
    where site_id = ${siteId} and webhook_id = ${webhookId} and state = 'PENDING'`;
  await removeWaitingTasks(tx, [turnKind, failingTurnKind], siteId, { name: "webhookId", text: webhookId });
}
