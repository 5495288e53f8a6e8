import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { type Change, recordChange, recordChanges } from "../../../people/audit/index.ts";
import { raiseVersions, withLockedSite } from "../../../server/sites/index.ts";
import { categoryNotFound, type ChangedItem, lockCategory, removeCategory } from "../../catalog/index.ts";
import { categoryBase, CategoryParams } from "../category-body.ts";
import { refuseCategoryInUse } from "../category-in-use.ts";
import { lockSeenCategory } from "../save-category.ts";

/** Changes in one statement, which the database lets run for two seconds. */
const recordedAtOnce = 1_000;

const changeOf = (type: "category" | "product", { id, title, revision }: ChangedItem, change: Change) => ({
  target: { type, id, label: title, revision },
  changes: [change],
});

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
        const parent = category.parentId === null ? undefined : await lockCategory(tx, site.id, category.parentId);
        const { children, products } = await removeCategory(tx, ctx, site, category);
        await raiseVersions(tx, ctx, site.id, { catalog: true }, ctx.touched);
        const by = { actor: actorOf(request), siteId: site.id, action: "deleteCategory" };
        const counts = { children: children.length, products: products.length };
        const changes = Object.entries(counts).flatMap(([member, from]) => (from === 0 ? [] : [{ member, from, to: 0 }]));
        const target = { type: "category", id: category.id, label: category.title };
        await recordChange(tx, ctx, { ...by, target, changes, removes: true });
        const changed = [
          ...children.map((item) => changeOf("category", item, { member: "parent", from: category.slug, to: parent?.slug ?? null })),
          ...products.map((item) => changeOf("product", item, { member: "category", from: category.slug, to: null })),
        ];
        for (let start = 0; start < changed.length; start += recordedAtOnce) {
          await recordChanges(tx, ctx, by, changed.slice(start, start + recordedAtOnce));
        }
      });
    },
);
