import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { readWebhook, Webhook, webhookBase, webhookNotFound, WebhookParams } from "../webhook.ts";

/** Shows a webhook of a site. */
export const getWebhook = operation(
  {
    id: "getWebhook",
    method: "GET",
    path: webhookBase,
    access: "member",
    permission: "webhooks:write",
    cors: "closed",
    problems: [webhookNotFound],
    tags: ["Webhooks"],
    summary: "Get a webhook",
    params: WebhookParams,
    response: { 200: Single(Webhook) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const webhook = await readWebhook(sql, site.id, params.id);
      tagRevision(reply, webhook.revision);
      return { data: webhook };
    },
);
