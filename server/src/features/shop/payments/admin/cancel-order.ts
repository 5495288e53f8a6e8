import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { orderBase, OrderDetails, OrderParams, readOrder } from "../../orders/index.ts";
import { cancelForStaff, type CancelDeps } from "../cancel-for-staff.ts";
import { orderEndProblems, orderNotPending, paymentUnderWay } from "../order-problems.ts";

/** Cancels a pending order, and ends its payment at the processor. */
export const cancelOrder = operation(
  {
    id: "cancelOrder",
    method: "POST",
    path: `${orderBase}/cancel`,
    access: "member",
    permission: "orders:write",
    cors: "closed",
    problems: [...orderEndProblems, orderNotPending, paymentUnderWay],
    tags: ["Orders"],
    summary: "Cancel a pending order",
    description:
      "Its payment ends at the payment processor, and its items are in stock again. The buyer gets a mail if the site sends mails about orders. A paid order is " +
      "refunded instead: `order_not_pending` says so.",
    params: OrderParams,
    response: { 200: Single(OrderDetails) },
    unserialised: true,
  },
  (deps: CancelDeps) => async (request) => {
    const { site, params } = request;
    await cancelForStaff(deps, site.id, params.id, { actor: actorOf(request), action: "cancelOrder" });
    return { data: await readOrder(deps.sql, site.id, params.id) };
  },
);
