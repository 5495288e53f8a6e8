import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { categorySorts, categoryStatuses, EditedCategoryRow, listEditedCategories as readCategories } from "../../catalog/index.ts";
import { categoriesBase } from "../category-body.ts";

/** Lists the categories of a site, hidden ones included. */
export const listEditedCategories = operation(
  {
    id: "listEditedCategories",
    method: "GET",
    path: categoriesBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [],
    tags: ["Catalogue"],
    summary: "List the categories to edit",
    description: "Hidden categories are included.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      status: Type.Optional(Type.Enum([...categoryStatuses])),
      parentId: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "The id of a category: those directly below it." })),
      roots: Type.Optional(Type.Boolean({ description: "`true`: only categories that have no parent." })),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the title or the slug." })),
      sort: sortParameter(categorySorts, "`position`"),
    }),
    response: { 200: List(EditedCategoryRow) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, categorySorts, { field: "position", direction: "asc" }).split(":");
      const order = { sort: sort as (typeof categorySorts)[number], isDescending: direction === "desc" };
      const { status, parentId, roots, q } = query;
      const { categories, total } = await readCategories(sql, site.id, { status, parentId, isRoot: roots === true, q, ...order }, paging);
      return answerPage(reply, query, paging, categories, total);
    },
);
