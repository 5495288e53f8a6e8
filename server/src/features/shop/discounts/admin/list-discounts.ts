import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { limitTo } from "../../../../lib/sql/limit-to.ts";
import { countDiscounts, Discount, discountsBase, discountStates, readDiscounts } from "../discount.ts";

/** Lists the discounts of a site. */
export const listDiscounts = operation(
  {
    id: "listDiscounts",
    method: "GET",
    path: discountsBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [],
    tags: ["Discounts"],
    summary: "List the discounts",
    description: "By title.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      state: Type.Optional(Type.Enum([...discountStates])),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the title or of a code." })),
    }),
    response: { 200: List(Discount) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const now = clock.now();
      const { q, state } = query;
      const total = await countDiscounts(sql, site.id, now, { q, state });
      const discounts = await readDiscounts(sql, site.id, now, { q, state, paging: limitTo(paging) });
      return answerPage(reply, query, paging, discounts, total);
    },
);
