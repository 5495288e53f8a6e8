import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { EditedPlanRow, listEditedPlans as readPlans, planSorts, planStatuses } from "../../catalog/index.ts";
import { plansBase } from "../plan-body.ts";

/** Lists the plans of a site, inactive ones included. */
export const listEditedPlans = operation(
  {
    id: "listEditedPlans",
    method: "GET",
    path: plansBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [],
    tags: ["Catalogue"],
    summary: "List the plans to edit",
    description: "Inactive plans are included.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      status: Type.Optional(Type.Enum([...planStatuses])),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name or the slug." })),
      sort: sortParameter(planSorts, "`price`"),
    }),
    response: { 200: List(EditedPlanRow) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, planSorts, { field: "price", direction: "asc" }).split(":");
      const order = { sort: sort as (typeof planSorts)[number], isDescending: direction === "desc" };
      const { plans, total } = await readPlans(sql, site.id, { status: query.status, q: query.q, ...order }, paging);
      return answerPage(reply, query, paging, plans, total);
    },
);
