import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { bothSignMs, sealContext } from "../secrets.ts";
import { newWebhookSecret } from "../signature.ts";
import { lockWebhook, readWebhook, webhookBase, webhookNotFound, WebhookParams, WebhookWithSecret } from "../webhook.ts";

/** Gives a webhook a new secret. */
export const rotateWebhookSecret = operation(
  {
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${webhookBase}/rotate`,
    access: "member",
    permission: "webhooks:write",
    showsSecret: true,
    cors: "closed",
    problems: [webhookNotFound],
    tags: ["Webhooks"],
    summary: "Give a webhook a new secret",
    description:
      "The new secret is in this answer, and nowhere else. For 24 hours each delivery has two signatures, one with each of the two latest secrets.",
    params: WebhookParams,
    response: { 200: Single(WebhookWithSecret) },
  },
  ({ sql, clock, ids, secrets }: Pick<Deps, "sql" | "clock" | "ids" | "secrets">) =>
    async (request, reply) => {
      const { site, params } = request;
      const ctx = { now: clock.now(), ids };
      const secret = newWebhookSecret();
      const webhook = await sql.begin(async (tx) => {
        const { id, description, revision } = await lockWebhook(tx, site.id, params.id);
        await tx`
          update webhooks set
            former_secret = secret, former_secret_until = ${new Date(ctx.now.getTime() + bothSignMs)},
            secret = ${secrets.seal(secret, sealContext(site.id, id))}, revision = revision + 1, updated_at = ${ctx.now}
          where site_id = ${site.id} and id = ${id}`;
        const target = { type: "webhook", id, label: description, revision: revision + 1 };
        const change = { actor: actorOf(request), siteId: site.id, action: "rotateWebhookSecret", target };
        await recordChange(tx, ctx, { ...change, changes: [{ member: "secret" }] });
        return readWebhook(tx, site.id, id);
      });
      tagRevision(reply, webhook.revision);
      return { data: { ...webhook, secret } };
    },
);
