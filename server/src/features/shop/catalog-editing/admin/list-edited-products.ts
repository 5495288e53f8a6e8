import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import {
  EditedProductRow,
  listEditedProducts as readProducts,
  productSorts,
  productStatuses,
  showingIn,
  stockFilters,
} from "../../catalog/index.ts";
import { productsBase } from "../product-body.ts";

/** Lists the products of a site, drafts and archived ones included. */
export const listEditedProducts = operation(
  {
    id: "listEditedProducts",
    method: "GET",
    path: productsBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [],
    tags: ["Catalogue"],
    summary: "List the products to edit",
    description: "Drafts and archived products are included.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      status: Type.Optional(Type.Enum([...productStatuses])),
      category: Type.Optional(
        Type.Unsafe<string>({ ...Uuid, description: "The id of a category; products of the categories below it are included." }),
      ),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the title, the slug or an SKU." })),
      stock: Type.Optional(
        Type.Enum([...stockFilters], {
          description: "Products with a variant that has at most 5 in stock, that is sold out, or whose stock is tracked.",
        }),
      ),
      sort: sortParameter(productSorts, "`updatedAt:desc`"),
    }),
    response: { 200: List(EditedProductRow) },
  },
  ({ sql, publicUrl, media }: Pick<Deps, "sql" | "publicUrl" | "media">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, productSorts, { field: "updatedAt", direction: "desc" }).split(":");
      const order = { sort: sort as (typeof productSorts)[number], isDescending: direction === "desc" };
      const { status, category, q, stock } = query;
      const showing = showingIn({ publicUrl, media }, site, undefined);
      const { products, total } = await readProducts(sql, site.id, { status, category, q, stock, ...order }, paging, showing);
      return answerPage(reply, query, paging, products, total);
    },
);
