import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { orderBase, OrderParams } from "../order-address.ts";
import { OrderDetails } from "../order-details.ts";
import { recordOrderEvent } from "../order-event.ts";
import { orderNotFound } from "../order.ts";
import { readOrder } from "../read-order.ts";

/** More notes are a mistake of a program. */
const mostNotes = 200;

/** Adds a note of the shop's people to an order. */
export const addOrderNote = operation(
  {
    id: "addOrderNote",
    method: "POST",
    path: `${orderBase}/notes`,
    access: "member",
    permission: "orders:write",
    cors: "closed",
    problems: [orderNotFound],
    tags: ["Orders"],
    summary: "Add a note to an order",
    description: `Only the shop's people see it. An order keeps its latest ${mostNotes} notes, until its buyer is erased.`,
    params: OrderParams,
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 5_000, pattern: "\\S" }) }, { additionalProperties: false }),
    response: { 201: Single(OrderDetails) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body } = request;
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        const [order] = isUuid(params.id)
          ? await tx<{ number: number; revision: number }>`
              update orders set revision = revision + 1, updated_at = ${ctx.now}
              where site_id = ${site.id} and id = ${params.id}
              returning number, revision`
          : [];
        if (!order) throw new ProblemError(orderNotFound);
        const actor = actorOf(request);
        const event = { orderId: params.id, kind: "NOTE", adminId: request.admin.id, details: { text: body.text } } as const;
        await recordOrderEvent(tx, ctx, site.id, event);
        await tx`
          delete from order_events
          where site_id = ${site.id} and order_id = ${params.id} and kind = 'NOTE' and id in (
            select old.id from order_events as old
            where old.site_id = ${site.id} and old.order_id = ${params.id} and old.kind = 'NOTE'
            order by old.at desc, old.id desc
            offset ${mostNotes}
          )`;
        const target = { type: "order", id: params.id, label: String(order.number), revision: order.revision };
        await recordChange(tx, ctx, { actor, action: "addOrderNote", siteId: site.id, target, changes: [{ member: "notes" }] });
        return { data: await readOrder(tx, site.id, params.id) };
      });
    },
);
