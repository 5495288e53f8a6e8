import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { lockView, targetOfView, viewBase, viewNotFound, ViewParams } from "../saved-view.ts";

/** Deletes a saved view. */
export const deleteView = operation(
  {
    id: "deleteView",
    method: "DELETE",
    path: viewBase,
    access: "member",
    permission: "site:read",
    conditional: "change",
    cors: "closed",
    problems: [viewNotFound, permissionMissing],
    tags: ["Views"],
    summary: "Delete a saved view",
    description: "A view of the site needs `settings:write`.",
    params: ViewParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, member, params } = request;
      const ctx = { now: clock.now(), ids };
      const seen = seenRevision(request);
      await sql.begin(async (tx) => {
        const view = await lockView(tx, request, params.id);
        const { id, scope, revision } = view;
        if (scope === "SITE") demandPermission(member, "settings:write");
        if (revision !== seen) throw await conflictAbout(tx, site.id, { type: "view", id }, revision);
        await tx`delete from saved_views where site_id = ${site.id} and id = ${id}`;
        const target = targetOfView(view);
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "deleteView", target, removes: true });
      });
    },
);
