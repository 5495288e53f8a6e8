import { Type, type Static } from "typebox";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { distinctItems, mostItems, seenItem } from "../../../../lib/http/each-item.ts";
import { Nullable, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, validationFailed } from "../../../../lib/http/problem.ts";
import { revisionConflictProblem } from "../../../../lib/http/revision.ts";
import { fulfilmentTooLarge, orderNotFound, orderNotFulfillable, ordersBase, OrderStatus, Tracking } from "../../orders/index.ts";
import { cancelOrders, fulfilOrders } from "../bulk-orders.ts";
import type { CancelDeps } from "../cancel-for-staff.ts";
import { orderNotPending } from "../order-problems.ts";

const strict = { additionalProperties: false };
const Body = Type.Object(
  {
    action: Type.Enum(["fulfil", "cancel"]),
    items: Type.Array(
      Type.Object(
        {
          ...seenItem,
          tracking: Type.Optional({ ...Tracking, description: "For `fulfil`." }),
          notify: Type.Optional(
            Type.Boolean({ description: "For `fulfil`: whether this buyer gets a mail. Absent: as the request says for all." }),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: mostItems },
    ),
    notify: Type.Optional(
      Type.Boolean({
        description: "For `fulfil`: the buyers get a mail with the tracking, if their orders have an address.",
        default: true,
      }),
    ),
  },
  strict,
);

const Result = Type.Object(
  {
    id: Uuid,
    revision: Type.Integer(),
    orderStatus: OrderStatus,
    outcome: Type.Enum(["DONE", "REFUSED", "NOT_TRIED"], {
      description: "`NOT_TRIED`: the payment processor did not answer for an earlier item, or the time was over. Send these items again.",
    }),
    code: Nullable(
      Type.String({ description: "Why the order was refused: the code of the problem that `POST S/orders/{id}/cancel` answers." }),
    ),
  },
  strict,
);

/** Sends several orders, or cancels them. */
export const bulkOrders = operation(
  {
    id: "bulkOrders",
    method: "POST",
    path: `${ordersBase}/bulk`,
    access: "member",
    permission: "orders:write",
    cors: "closed",
    problems: [
      ...[orderNotFound, orderNotFulfillable, fulfilmentTooLarge, orderNotPending],
      ...[revisionConflictProblem, validationFailed],
    ],
    tags: ["Orders"],
    summary: "Fulfil or cancel several orders",
    description:
      "`fulfil` sends everything that is left of each order: all orders, or none. A problem is that of the first item that has one, and `errors` names all of these items. `cancel` first checks all items, and cancels nothing if one was " +
      "changed or is not pending. It then cancels the orders one after the other, because the payment processor ends each payment by itself: the response tells for each " +
      "order what happened. No cancellation begins after 20 seconds.",
    params: SiteParams,
    body: Body,
    response: { 200: Single(Type.Object({ results: Type.Array(Result) }, strict)) },
  },
  (deps: CancelDeps) => async (request) => {
    const { site, body } = request;
    const items = distinctItems(body.items);
    const actor = actorOf(request);
    if (body.action === "cancel") {
      refuseShipments(body);
      return { data: { results: await cancelOrders(deps, site.id, items, { actor }) } };
    }
    const ctx = { now: deps.clock.now(), ids: deps.ids };
    const shipments = items.map(({ tracking = null, notify = body.notify ?? true, ...item }) => ({ ...item, tracking, notify }));
    return { data: { results: await deps.sql.begin((tx) => fulfilOrders(tx, ctx, site.id, shipments, actor)) } };
  },
);

/** Throws `validation_failed` if a cancellation has what only a shipment can have. */
function refuseShipments({ notify = true, items }: Static<typeof Body>): void {
  if (!notify || items.some((item) => item.notify === false))
    throw invalidMember("/notify", "unsupported", "cannot be false for a cancellation: the site's settings decide about its mails");
  const tracked = items.findIndex(({ tracking }) => tracking !== undefined);
  if (tracked >= 0) throw invalidMember(`/items/${tracked}/tracking`, "unsupported", "belongs to a shipment, not to a cancellation");
}
