import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { deliveryStates, listDeliveries, WebhookDelivery } from "../delivery.ts";
import { webhookEventTypes } from "../event-types.ts";
import { readWebhook, webhookBase, webhookNotFound, WebhookParams } from "../webhook.ts";

/** Lists the deliveries to a webhook. */
export const listWebhookDeliveries = operation(
  {
    id: "listWebhookDeliveries",
    method: "GET",
    path: `${webhookBase}/deliveries`,
    access: "member",
    permission: "webhooks:write",
    cors: "closed",
    problems: [webhookNotFound],
    tags: ["Webhooks"],
    summary: "List the deliveries to a webhook",
    description: "The latest first. They are kept for 30 days.",
    params: WebhookParams,
    query: Type.Object({
      ...pagingParameters(20),
      state: Type.Optional(Type.Enum([...deliveryStates])),
      event: Type.Optional(Type.Enum(webhookEventTypes)),
    }),
    response: { 200: List(WebhookDelivery) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const { id } = await readWebhook(sql, site.id, params.id);
      const { deliveries, total } = await listDeliveries(sql, site.id, id, query, paging);
      return answerPage(reply, query, paging, deliveries, total);
    },
);
