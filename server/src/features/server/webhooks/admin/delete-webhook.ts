import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { endDeliveries } from "../disable-webhook.ts";
import { lockWebhook, webhookBase, webhookNotFound, WebhookParams } from "../webhook.ts";

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = operation(
  {
    id: "deleteWebhook",
    method: "DELETE",
    path: webhookBase,
    access: "member",
    permission: "webhooks:write",
    conditional: "change",
    cors: "closed",
    problems: [webhookNotFound],
    tags: ["Webhooks"],
    summary: "Delete a webhook",
    description: "This also deletes its deliveries, including those that wait.",
    params: WebhookParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const ctx = { now: clock.now(), ids };
      const seen = seenRevision(request);
      await sql.begin(async (tx) => {
        const { id, revision, description } = await lockWebhook(tx, site.id, params.id);
        if (revision !== seen) throw await conflictAbout(tx, site.id, { type: "webhook", id }, revision);
        await endDeliveries(tx, ctx, site.id, id);
        await tx`delete from webhooks where site_id = ${site.id} and id = ${id}`;
        const target = { type: "webhook", id, label: description };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "deleteWebhook", target, removes: true });
      });
    },
);
