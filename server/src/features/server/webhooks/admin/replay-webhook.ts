import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { GivenInstant, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { addTurn } from "../add-turn.ts";
import { mostReplayed, replayEvents } from "../replay-events.ts";
import { lockEnabledWebhook, webhookBase, webhookDisabled, webhookNotFound, WebhookParams } from "../webhook.ts";

const tooManyDeliveries = problem("too_many_deliveries", 409, "The period has too many events");

/** Has everything of a period delivered once more. */
export const replayWebhook = operation(
  {
    id: "replayWebhook",
    method: "POST",
    path: `${webhookBase}/replay`,
    access: "member",
    permission: "webhooks:write",
    cors: "closed",
    problems: [webhookNotFound, webhookDisabled, tooManyDeliveries, validationFailed],
    tags: ["Webhooks"],
    summary: "Deliver the events of a period once more",
    description:
      "Every event of the period that the webhook gets: what was delivered, what failed, and what happened while it was disabled. " +
      "The server keeps events for 30 days.",
    params: WebhookParams,
    body: Type.Object({ from: GivenInstant, to: GivenInstant }, { additionalProperties: false }),
    response: {
      200: Single(Type.Object({ deliveries: Type.Integer({ description: "The number of events." }) }, { additionalProperties: false })),
    },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body } = request;
      const period = { from: new Date(body.from), to: new Date(body.to) };
      if (period.to < period.from) throw invalidMember("/to", "minimum", "must not be before `from`");
      const ctx = { now: clock.now(), ids };
      const deliveries = await sql.begin(async (tx) => {
        const webhook = await lockEnabledWebhook(tx, site.id, params.id);
        const count = await replayEvents(tx, ctx, site.id, webhook, period);
        if (count === undefined) {
          throw new ProblemError(tooManyDeliveries, { detail: `Choose a shorter period: ${mostReplayed} events are the most.` });
        }
        await addTurn(tx, ctx, { siteId: site.id, webhookId: webhook.id, isFailing: webhook.failingSince !== null });
        const target = { type: "webhook", id: webhook.id, label: webhook.description };
        const changes = [{ member: "replayed", to: count }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "replayWebhook", target, changes });
        return count;
      });
      return { data: { deliveries } };
    },
);
