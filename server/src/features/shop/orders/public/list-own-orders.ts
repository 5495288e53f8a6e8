import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { offsetOf, pageLinks, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { Order } from "../order.ts";

/** The orders that the customer of the token made with a token, the latest first. */
export const listOwnOrders = operation(
  {
    id: "listOwnOrders",
    method: "GET",
    path: "/api/v1/shop/account/orders",
    access: "token",
    cors: "site",
    problems: [],
    tags: ["Account"],
    summary: "List the own orders",
    description: "The latest first. Only orders that were made with the customer's token: not what a guest ordered with the same address.",
    query: Type.Object(pagingParameters(20)),
    response: { 200: List(Order) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async (request, reply) => {
      const paging = pagingOf(request.query);
      const { id } = ownIdentity(request);
      const rows = await sql<{ total: number; json: string | null }>`
        select counted.total, item.json
        from sites
        cross join lateral (
          select count(*)::int as total from orders where site_id = ${request.site.id} and customer_id = ${id}
        ) as counted
        left join lateral (
          select page.created_at, page.id, shown.json
          from (
            select id, created_at from orders
            where site_id = ${request.site.id} and customer_id = ${id}
            order by created_at desc, id
            limit ${paging.pageSize} offset ${offsetOf(paging)}
          ) as page
          join own_orders as shown on shown.site_id = ${request.site.id} and shown.id = page.id
        ) as item on true
        where sites.id = ${request.site.id}
        order by item.created_at desc, item.id`;
      const total = rows[0]?.total ?? 0;
      void reply.header("link", pageLinks({}, paging, total));
      return { data: rows.flatMap(({ json }) => (json === null ? [] : [JSON.parse(json) as Order])), ...paging, total };
    },
);
