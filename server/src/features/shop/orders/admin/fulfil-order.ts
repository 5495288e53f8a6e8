import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { revisionConflictProblem } from "../../../../lib/http/revision.ts";
import { fulfilOrder as fulfil, fulfilmentTooLarge, orderNotFulfillable } from "../fulfil-order.ts";
import { orderBase, OrderParams } from "../order-address.ts";
import { OrderDetails } from "../order-details.ts";
import { LineQuantity, Tracking } from "../order-event.ts";
import { orderNotFound } from "../order.ts";
import { readOrder } from "../read-order.ts";

const Body = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(LineQuantity, { minItems: 1, maxItems: 100, description: "Absent: everything that was not sent yet." }),
    ),
    tracking: Type.Optional(Tracking),
    notify: Type.Optional(
      Type.Boolean({ description: "The buyer gets a mail with the tracking, if the order has an address.", default: true }),
    ),
    revision: Type.Optional(
      Type.Integer({ description: "The revision that you have seen. If the order has another one, nothing changes." }),
    ),
  },
  { additionalProperties: false },
);

/** Records that units of an order were sent. */
export const fulfilOrder = operation(
  {
    id: "fulfilOrder",
    method: "POST",
    path: `${orderBase}/fulfil`,
    access: "member",
    permission: "orders:write",
    cors: "closed",
    problems: [orderNotFound, orderNotFulfillable, fulfilmentTooLarge, revisionConflictProblem],
    tags: ["Orders"],
    summary: "Fulfil an order",
    description:
      "Records a shipment with the given units, or with everything that is left to send. Once everything is sent, a paid order is `FULFILLED`.",
    params: OrderParams,
    body: Body,
    response: { 200: Single(OrderDetails) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body } = request;
      const { lines = null, tracking = null, notify = true, revision: seen } = body;
      const by = { actor: actorOf(request), action: "fulfilOrder" };
      return sql.begin(async (tx) => {
        await fulfil(tx, { now: clock.now(), ids }, site.id, params.id, { lines, tracking, notify, seen }, by);
        return { data: await readOrder(tx, site.id, params.id) };
      });
    },
);
