import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { addTurn } from "../add-turn.ts";
import { deliveryNotFound, redeliver, WebhookDelivery } from "../delivery.ts";
import { lockEnabledWebhook, webhookBase, webhookDisabled, webhookNotFound, WebhookParams } from "../webhook.ts";

/** Has a delivery sent once more. */
export const redeliverWebhook = operation(
  {
    id: "redeliverWebhook",
    method: "POST",
    path: `${webhookBase}/deliveries/{deliveryId}/redeliver`,
    access: "member",
    permission: "webhooks:write",
    cors: "closed",
    problems: [webhookNotFound, webhookDisabled, deliveryNotFound],
    tags: ["Webhooks"],
    summary: "Deliver an event once more",
    description:
      "Works for every delivery, whatever its state. The server sends it within seconds, with the same `webhook-id`, and retries it like a new one.",
    params: Type.Object({ ...WebhookParams.properties, deliveryId: Type.String({ description: "The ID of the delivery." }) }),
    response: { 200: Single(WebhookDelivery) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const ctx = { now: clock.now(), ids };
      const deliveryId = params.deliveryId.toLowerCase();
      const delivery = await sql.begin(async (tx) => {
        const { id, description, failingSince } = await lockEnabledWebhook(tx, site.id, params.id);
        const pending = isUuid(deliveryId) ? await redeliver(tx, site.id, id, deliveryId, ctx.now) : undefined;
        if (!pending) throw new ProblemError(deliveryNotFound);
        await addTurn(tx, ctx, { siteId: site.id, webhookId: id, isFailing: failingSince !== null });
        const target = { type: "webhook", id, label: description };
        const changes = [{ member: "redelivered", to: deliveryId }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "redeliverWebhook", target, changes });
        return pending;
      });
      return { data: delivery };
    },
);
