import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { categoryNotFound, EditedCategory } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { categoryBase, CategoryParams, CategoryPatch } from "../category-body.ts";
import { lockSeenCategory, patchCategory } from "../save-category.ts";

/** Changes a category. */
export const updateCategory = operation(
  {
    id: "updateCategory",
    method: "PATCH",
    path: categoryBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    grows: true,
    cors: "closed",
    problems: [categoryNotFound, validationFailed],
    tags: ["Catalogue"],
    summary: "Change a category",
    description:
      "A JSON Merge Patch (RFC 7396): null empties a member, and makes the status `ACTIVE`. A patch that changes nothing leaves the revision as it is. " +
      "With another slug, the public API answers requests for the former one with 404 and `movedTo`. To change its place, move the category.",
    params: CategoryParams,
    body: CategoryPatch,
    response: { 200: Single(EditedCategory) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "updateCategory" };
      const saved = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const category = await lockSeenCategory(tx, site.id, request.params.id, seenRevision(request));
        return patchCategory(tx, ctx, site, { category, patch: request.body }, recording);
      });
      tagRevision(reply, saved.revision);
      return { data: saved };
    },
);
