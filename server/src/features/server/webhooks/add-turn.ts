import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox, removeWaitingTasks } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { failingTurnKind, turnKind } from "./task-kinds.ts";

export interface TurnOf {
  siteId: string;
  webhookId: string;
  /** Whether its latest delivery failed. */
  isFailing: boolean;
}

/** The outbox takes a task that is due later than this for one of a wrong clock. A turn before its time finds nothing to do. */
const longestMs = 60 * 60_000;

/** Has a process deliver to an endpoint when that is due. */
export async function addTurn(tx: Sql, ctx: WriteContext, { siteId, webhookId, isFailing }: TurnOf, dueAt = ctx.now): Promise<void> {
  const latest = new Date(Math.min(dueAt.getTime(), ctx.now.getTime() + longestMs));
  await addToOutbox(tx, ctx, isFailing ? failingTurnKind : turnKind, { siteId, webhookId }, latest);
}

/** The same after a turn, in place of all other turns that wait: when the next delivery is due, and not before `earliest`. */
export async function addNextTurn(
  tx: Sql,
  ctx: WriteContext,
  { siteId, webhookId }: Omit<TurnOf, "isFailing">,
  earliest = ctx.now,
): Promise<void> {
  await removeWaitingTasks(tx, [turnKind, failingTurnKind], siteId, { name: "webhookId", text: webhookId });
  const [next] = await tx<{ dueAt: Date; isFailing: boolean }>`
    select
      greatest(min(webhook_deliveries.next_at), webhooks.resume_at, ${earliest}::timestamptz) as "dueAt",
      webhooks.failing_since is not null as "isFailing"
    from webhook_deliveries
    join webhooks on webhooks.site_id = ${siteId} and webhooks.id = webhook_deliveries.webhook_id
    where webhook_deliveries.site_id = ${siteId} and webhook_deliveries.webhook_id = ${webhookId}
      and webhook_deliveries.state = 'PENDING' and webhooks.enabled
    group by webhooks.resume_at, webhooks.failing_since`;
  if (next) await addTurn(tx, ctx, { siteId, webhookId, isFailing: next.isFailing }, next.dueAt);
}
