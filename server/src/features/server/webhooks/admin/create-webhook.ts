import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";
import { changesBetween, recordChange } from "../../../people/audit/index.ts";
import { sealContext } from "../secrets.ts";
import { newWebhookSecret } from "../signature.ts";
import { canonicalWebhookUrl } from "../webhook-url.ts";
import { mostWebhooks, readWebhook, webhookMembers, webhooksBase, WebhookWithSecret } from "../webhook.ts";

const tooManyWebhooks = problem("too_many_webhooks", 409, "The site has reached its limit of webhooks");

const { url, events, description, enabled, includePersonal } = webhookMembers;

/** Adds a webhook to a site. */
export const createWebhook = operation(
  {
    id: "createWebhook",
    method: "POST",
    path: webhooksBase,
    access: "member",
    permission: "webhooks:write",
    showsSecret: true,
    cors: "closed",
    problems: [tooManyWebhooks, validationFailed],
    tags: ["Webhooks"],
    summary: "Add a webhook",
    description: `The secret is in this answer, and nowhere else. A site has ${mostWebhooks} webhooks at most.`,
    params: SiteParams,
    body: Type.Object(
      {
        url,
        events,
        description: Type.Optional(description),
        enabled: Type.Optional(enabled),
        includePersonal: Type.Optional(includePersonal),
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(WebhookWithSecret) },
  },
  ({ sql, clock, ids, secrets, webhookNetworks }: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "webhookNetworks">) =>
    async (request, reply) => {
      const { site, body } = request;
      const ctx = { now: clock.now(), ids };
      const address = canonicalWebhookUrl(body.url, webhookNetworks);
      const secret = newWebhookSecret();
      const webhook = await sql.begin(async (tx) => {
        // Locked, so that two at once do not both get the last place.
        await lockSite(tx, site.id);
        const [counted] = await tx<{ count: number }>`select count(*)::int as count from webhooks where site_id = ${site.id}`;
        if ((counted?.count ?? 0) >= mostWebhooks) {
          throw new ProblemError(tooManyWebhooks, {
            detail: `A site can have ${mostWebhooks} webhooks at most. Delete one that nobody uses.`,
          });
        }
        const id = ids.next();
        const isEnabled = body.enabled ?? true;
        await tx`
          insert into webhooks (
            site_id, id, url, events, description, enabled, disabled_because, include_personal, secret, created_at, updated_at
          )
          values (
            ${site.id}, ${id}, ${address}, ${body.events}, ${body.description ?? ""}, ${isEnabled}, ${isEnabled ? null : "MEMBER"},
            ${body.includePersonal ?? false}, ${secrets.seal(secret, sealContext(site.id, id))}, ${ctx.now}, ${ctx.now}
          )`;
        const created = await readWebhook(tx, site.id, id);
        const target = { type: "webhook", id, label: created.description, revision: created.revision };
        const changes = changesBetween(null, { ...created }, { hidden: ["url"] });
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "createWebhook", target, changes });
        return created;
      });
      tagRevision(reply, webhook.revision);
      return { data: { ...webhook, secret } };
    },
);
