import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { Order, orderNotFound } from "../order.ts";

/** One of the orders that the customer of the token made with a token. */
export const getOwnOrder = operation(
  {
    id: "getOwnOrder",
    method: "GET",
    path: "/api/v1/shop/account/orders/{id}",
    access: "token",
    cors: "site",
    problems: [orderNotFound],
    tags: ["Account"],
    summary: "Read one of the own orders",
    params: Type.Object({ id: Type.String({ description: "The order's id." }) }),
    response: { 200: Single(Order) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async (request) => {
      const { id } = request.params;
      const [row] = isUuid(id)
        ? await sql<{ json: string | null }>`
            select json from own_orders
            where site_id = ${request.site.id} and customer_id = ${ownIdentity(request).id} and id = ${id}`
        : [];
      if (!row?.json) throw new ProblemError(orderNotFound);
      return { data: JSON.parse(row.json) as Order };
    },
);
