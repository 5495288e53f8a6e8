import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { changesBetween, conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { hiddenMembers, lockView, SavedView, targetOfView, viewBase, viewMembers, viewNotFound, ViewParams } from "../saved-view.ts";
import { canonicalViewQuery } from "../view-query.ts";

const Patch = Type.Partial(Type.Object({ ...viewMembers, revision: Type.Integer({ description: "The revision that you have seen." }) }), {
  additionalProperties: false,
});

/** Renames a saved view, or has it show something else. */
export const updateView = operation(
  {
    id: "updateView",
    method: "PATCH",
    path: viewBase,
    access: "member",
    permission: "site:read",
    conditional: "change",
    cors: "closed",
    problems: [viewNotFound, permissionMissing, validationFailed],
    tags: ["Views"],
    summary: "Change a saved view",
    description:
      "A JSON Merge Patch (RFC 7396). A view of the site needs `settings:write`. A patch that changes nothing leaves the revision as it is.",
    params: ViewParams,
    body: Patch,
    response: { 200: Single(SavedView) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { site, member, params, body } = request;
      const ctx = { now: clock.now(), ids };
      const { revision, name, query } = body;
      const seen = seenRevision(request, revision);
      const patch = {
        ...(name !== undefined && { name: name.trim() }),
        ...(query !== undefined && { query: canonicalViewQuery(query) }),
      };
      const view = await sql.begin(async (tx) => {
        const before = await lockView(tx, request, params.id);
        const { id } = before;
        if (before.scope === "SITE") demandPermission(member, "settings:write");
        if (before.revision !== seen) throw await conflictAbout(tx, site.id, { type: "view", id }, before.revision);
        const after = { ...before, ...patch };
        const changes = changesBetween({ ...before }, after, { hidden: hiddenMembers(before) });
        if (changes.length === 0) return before;
        await tx`
          update saved_views set name = ${after.name}, query = ${after.query}, revision = revision + 1, updated_at = ${ctx.now}
          where site_id = ${site.id} and id = ${id}`;
        const target = { ...targetOfView(after), revision: before.revision + 1 };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "updateView", target, changes });
        return lockView(tx, request, id);
      });
      tagRevision(reply, view.revision);
      return { data: view };
    },
);
