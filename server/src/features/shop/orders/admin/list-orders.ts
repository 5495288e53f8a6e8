import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { listOrders as listOrdersOf, orderSorts } from "../list-orders.ts";
import { ordersBase } from "../order-address.ts";
import { ListedOrder } from "../order-details.ts";
import { orderFilterOf, orderFilters } from "../order-filter.ts";

/** Lists the orders of a site. */
export const listOrders = operation(
  {
    id: "listOrders",
    method: "GET",
    path: ordersBase,
    access: "member",
    permission: "orders:read",
    cors: "closed",
    problems: [],
    tags: ["Orders"],
    summary: "List the orders",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      ...orderFilters,
      sort: sortParameter(orderSorts, "`number:desc`"),
    }),
    response: { 200: List(ListedOrder) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, orderSorts, { field: "number", direction: "desc" }).split(":");
      const { orders, total } = await listOrdersOf(
        sql,
        site.id,
        orderFilterOf(query),
        { sort: sort as (typeof orderSorts)[number], isDescending: direction === "desc" },
        paging,
      );
      return answerPage(reply, query, paging, orders, total);
    },
);
