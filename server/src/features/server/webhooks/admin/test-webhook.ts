import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { WebhookDelivery } from "../delivery.ts";
import { sendTestEvent } from "../test-event.ts";
import { lockEnabledWebhook, webhookBase, webhookDisabled, webhookNotFound, WebhookParams } from "../webhook.ts";

/** Sends a test event to a webhook. */
export const testWebhook = operation(
  {
    id: "testWebhook",
    method: "POST",
    path: `${webhookBase}/test`,
    access: "member",
    permission: "webhooks:write",
    cors: "closed",
    problems: [webhookNotFound, webhookDisabled],
    tags: ["Webhooks"],
    summary: "Send a test event to a webhook",
    description:
      "Whatever events it gets, this one is `webhook.test`. The server sends it within seconds; its deliveries show the outcome.",
    params: WebhookParams,
    response: { 200: Single(WebhookDelivery) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const ctx = { now: clock.now(), ids };
      const delivery = await sql.begin(async (tx) => {
        const webhook = await lockEnabledWebhook(tx, site.id, params.id);
        const sent = await sendTestEvent(tx, ctx, site.id, webhook);
        const target = { type: "webhook", id: webhook.id, label: webhook.description };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "testWebhook", target });
        return sent;
      });
      return { data: delivery };
    },
);
