import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { readStockMovements } from "../read-stock-movements.ts";
import { StockMovement, variantNotFound } from "../stock-movement.ts";

/** Lists the changes of a variant's stock. */
export const listStockMovements = operation(
  {
    id: "listStockMovements",
    method: "GET",
    path: `${siteBase}/variants/{id}/stock-movements`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [variantNotFound],
    tags: ["Catalogue"],
    summary: "List the movements of a variant's stock",
    description: "The latest movement comes first. The sum of all changes is the stock.",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the variant." }) }),
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(StockMovement) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const page = await readStockMovements(sql, site.id, params.id, paging);
      if (!page) throw new ProblemError(variantNotFound);
      return answerPage(reply, query, paging, page.movements, page.total);
    },
);
