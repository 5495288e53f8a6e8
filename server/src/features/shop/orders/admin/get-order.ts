import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { orderNotFound } from "../order.ts";
import { orderBase, OrderParams } from "../order-address.ts";
import { OrderDetails } from "../order-details.ts";
import { readOrder } from "../read-order.ts";

/** Reads an order with its lines, refunds and timeline. */
export const getOrder = operation(
  {
    id: "getOrder",
    method: "GET",
    path: orderBase,
    access: "member",
    permission: "orders:read",
    cors: "closed",
    problems: [orderNotFound],
    tags: ["Orders"],
    summary: "Read an order",
    params: OrderParams,
    response: { 200: Single(OrderDetails) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const order = await readOrder(sql, site.id, params.id);
      tagRevision(reply, order.revision);
      return { data: order };
    },
);
