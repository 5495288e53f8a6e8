import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { changesBetween, conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { addNextTurn } from "../add-turn.ts";
import { endDeliveries } from "../disable-webhook.ts";
import { canonicalWebhookUrl } from "../webhook-url.ts";
import { lockWebhook, readWebhook, Webhook, webhookBase, webhookMembers, webhookNotFound, WebhookParams } from "../webhook.ts";

const { description, ...members } = webhookMembers;
const Patch = Type.Partial(
  Type.Object({
    ...members,
    description: Nullable(description),
    revision: Type.Integer({ description: "The revision that you have seen." }),
  }),
  { additionalProperties: false },
);

/** Changes a webhook. */
export const updateWebhook = operation(
  {
    id: "updateWebhook",
    method: "PATCH",
    path: webhookBase,
    access: "member",
    permission: "webhooks:write",
    conditional: "change",
    cors: "closed",
    problems: [webhookNotFound, validationFailed],
    tags: ["Webhooks"],
    summary: "Change a webhook",
    description:
      "A JSON Merge Patch (RFC 7396). When it is disabled, deliveries that wait fail; once it is enabled again, replay what it missed. " +
      "A patch that changes nothing leaves the revision as it is.",
    params: WebhookParams,
    body: Patch,
    response: { 200: Single(Webhook) },
  },
  ({ sql, clock, ids, webhookNetworks }: Pick<Deps, "sql" | "clock" | "ids" | "webhookNetworks">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const ctx = { now: clock.now(), ids };
      const { revision, url, description: text, ...others } = body;
      const seen = seenRevision(request, revision);
      const patch = {
        ...others,
        ...(text !== undefined && { description: text ?? "" }),
        ...(url !== undefined && { url: canonicalWebhookUrl(url, webhookNetworks) }),
      };
      const webhook = await sql.begin(async (tx) => {
        const before = await lockWebhook(tx, site.id, params.id);
        const { id } = before;
        if (before.revision !== seen) throw await conflictAbout(tx, site.id, { type: "webhook", id }, before.revision);
        const after = { ...before, ...patch };
        const changes = changesBetween({ ...before }, after, { hidden: ["url"] });
        if (changes.length === 0) return before;
        // Enabled again, it begins anew.
        const isBack = after.enabled && !before.enabled;
        // So does another address.
        const isAnew = isBack || after.url !== before.url;
        const disabledBecause = after.enabled ? null : (before.disabledBecause ?? "MEMBER");
        await tx`
          update webhooks set
            url = ${after.url}, events = ${after.events}, description = ${after.description}, enabled = ${after.enabled},
            disabled_because = ${disabledBecause}, include_personal = ${after.includePersonal},
            failing_since = case when ${isAnew}::boolean then null else failing_since end,
            resume_at = case when ${isAnew}::boolean then null else resume_at end,
            revision = revision + 1, updated_at = ${ctx.now}
          where site_id = ${site.id} and id = ${id}`;
        if (!after.enabled && before.enabled) await endDeliveries(tx, ctx, site.id, id);
        // Events may have been handed to it while it was being disabled.
        if (isBack) await addNextTurn(tx, ctx, { siteId: site.id, webhookId: id });
        const target = { type: "webhook", id, label: after.description, revision: before.revision + 1 };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "updateWebhook", target, changes });
        return readWebhook(tx, site.id, id);
      });
      tagRevision(reply, webhook.revision);
      return { data: webhook };
    },
);
