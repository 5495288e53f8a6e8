import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { categoryNotFound, EditedCategory } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { categoryBase, CategoryMove, CategoryParams } from "../category-body.ts";
import { lockSeenCategory, placeCategory } from "../save-category.ts";

/** Moves a category with everything below it. */
export const moveCategory = operation(
  {
    id: "moveCategory",
    method: "POST",
    path: `${categoryBase}/move`,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    cors: "closed",
    problems: [categoryNotFound, validationFailed],
    tags: ["Catalogue"],
    summary: "Move a category",
    description:
      "With everything below it. The siblings that it leaves and those that it joins are numbered from 0 without gaps; their revisions stay. A place below itself, or deeper " +
      "than 100 categories, is 400 `validation_failed`. At most 10,000 categories directly below one parent can be ordered.",
    params: CategoryParams,
    body: CategoryMove,
    response: { 200: Single(EditedCategory) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "moveCategory" };
      const moved = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const category = await lockSeenCategory(tx, site.id, request.params.id, seenRevision(request));
        return placeCategory(tx, ctx, site, { category, place: request.body }, recording);
      });
      tagRevision(reply, moved.revision);
      return { data: moved };
    },
);
