import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { raiseVersions } from "../../../server/sites/index.ts";
import { categoryNotFound, removeCategory } from "../../catalog/index.ts";
import { categoryBase, CategoryParams } from "../category-body.ts";
import { refuseCategoryInUse } from "../category-in-use.ts";
import { lockSeenCategory } from "../save-category.ts";
import { withLockedSite } from "../save-product.ts";

/** Deletes a category, and no product. */
export const deleteCategory = operation(
  {
    id: "deleteCategory",
    method: "DELETE",
    path: categoryBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    cors: "closed",
    problems: [categoryNotFound, inUse],
    tags: ["Catalogue"],
    summary: "Delete a category",
    description:
      "409 `in_use` names its products, the categories directly below it, and the content that refers to it. `?force=true` deletes it all the same: its products have no category " +
      "then, and the categories below it take its place.",
    params: CategoryParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { params, query } = request;
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      await withLockedSite(sql, request.site.id, async (tx, site) => {
        const category = await lockSeenCategory(tx, site.id, params.id, seenRevision(request));
        if (query.force !== true) await refuseCategoryInUse(tx, site.id, category.id);
        const counts = await removeCategory(tx, ctx, site, category);
        await raiseVersions(tx, ctx, site.id, { catalog: true }, ctx.touched);
        const changes = Object.entries(counts).flatMap(([member, from]) => (from === 0 ? [] : [{ member, from, to: 0 }]));
        const target = { type: "category", id: category.id, label: category.title };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "deleteCategory", target, changes, removes: true });
      });
    },
);
