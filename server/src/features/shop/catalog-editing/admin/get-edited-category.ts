import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { categoryNotFound, EditedCategory } from "../../catalog/index.ts";
import { categoryBase, CategoryParams } from "../category-body.ts";
import { readCategory } from "../save-category.ts";

/** Reads a category, whatever its status. */
export const getEditedCategory = operation(
  {
    id: "getEditedCategory",
    method: "GET",
    path: categoryBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [categoryNotFound],
    tags: ["Catalogue"],
    summary: "Read a category to edit",
    description: "The whole category, with the words of all locales.",
    params: CategoryParams,
    response: { 200: Single(EditedCategory) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const category = await readCategory(sql, site.id, params.id);
      tagRevision(reply, category.revision);
      return { data: category };
    },
);
