import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { readPriceHistory, VariantPrice } from "../read-price-history.ts";
import { variantNotFound } from "../stock-movement.ts";

/** Lists every price that a variant ever had. */
export const listVariantPrices = operation(
  {
    id: "listVariantPrices",
    method: "GET",
    path: `${siteBase}/variants/{id}/price-history`,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [variantNotFound],
    tags: ["Catalogue"],
    summary: "List the prices that a variant has had",
    description:
      "The present price comes first; each currency has its own one. For each one, `priorPrice` is the lowest of the 30 days before it, which storefronts in the European Union show beside a reduction.",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the variant." }) }),
    query: Type.Object({
      ...pagingParameters(50),
      currency: Type.Optional(
        Type.String({ pattern: "^[a-z]{3}$", description: "Only the prices in this currency. Absent: in all.", examples: ["usd"] }),
      ),
    }),
    response: { 200: List(VariantPrice) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const page = await readPriceHistory(sql, site.id, params.id, { ...paging, currency: query.currency ?? null });
      if (!page) throw new ProblemError(variantNotFound);
      return answerPage(reply, query, paging, page.prices, page.total);
    },
);
