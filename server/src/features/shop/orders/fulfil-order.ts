import { ProblemError, problem } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { statement } from "../../../lib/sql/sql-statement.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { conflictAbout, recordChange, type RecordedChange } from "../../people/audit/index.ts";
import { isToFulfil } from "./order-conditions.ts";
import { recordOrderEvent, type LineQuantity, type Tracking } from "./order-event.ts";
import { orderNotFound } from "./order.ts";
import { recordOrderWebhooks } from "./order-webhooks.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";

export const orderNotFulfillable = problem(
  "order_not_fulfillable",
  409,
  "Only a paid order that was not sent completely can be fulfilled",
  {
    orderStatus: { type: "string", description: "The order's status." },
  },
);
export const fulfilmentTooLarge = problem("fulfilment_too_large", 409, "The order has fewer units to send", {
  lines: {
    type: "array",
    description: "The lines of which fewer units are left to send, and their number. An unknown line has none.",
    items: { type: "object", required: ["id", "left"], properties: { id: { type: "string" }, left: { type: "integer" } } },
  },
});

/** A shipment of units of an order. */
export interface Shipment {
  /** Null: everything that was not sent yet. */
  lines: readonly LineQuantity[] | null;
  tracking: Tracking | null;
  /** Whether the buyer gets a mail, if the order has an address. */
  notify: boolean;
  /** The revision that the sender has seen, if they name one. */
  seen?: number | undefined;
}

/** Records a shipment: only of a paid order, and of no more units than it has. Throws the problems above, `order_not_found` and `revision_conflict`. */
export async function fulfilOrder(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  id: string,
  { lines, tracking, notify, seen }: Shipment,
  by: Pick<RecordedChange, "actor" | "action">,
): Promise<{ status: string }> {
  const [order] = isUuid(id)
    ? await tx<{ number: number; status: string; revision: number; email: string | null; isToFulfil: boolean | null }>(
        ...statement`
        select number, status, revision, email, ${isToFulfil} as "isToFulfil" from orders
        where site_id = ${siteId} and id = ${id}
        for no key update`,
      )
    : [];
  if (!order) throw new ProblemError(orderNotFound);
  if (seen !== undefined && seen !== order.revision) throw await conflictAbout(tx, siteId, { type: "order", id }, order.revision);
  if (order.isToFulfil !== true) throw new ProblemError(orderNotFulfillable, { members: { orderStatus: order.status } });

  const open = await tx<{ id: string; left: number | null }>`
    select id, quantity - fulfilled - removed as left from order_lines
    where site_id = ${siteId} and order_id = ${id}
    order by position`;
  const leftById = new Map(open.map((line) => [line.id, line.left ?? 0]));
  const units = lines ? sumOf(lines) : open.flatMap(({ id: lineId, left }) => (left ? [{ id: lineId, quantity: left }] : []));
  const short = units.filter(({ id: lineId, quantity }) => quantity > (leftById.get(lineId) ?? 0));
  if (short.length > 0) {
    throw new ProblemError(fulfilmentTooLarge, {
      members: { lines: short.map(({ id: lineId }) => ({ id: lineId, left: leftById.get(lineId) ?? 0 })) },
    });
  }
  await tx`
    update order_lines set fulfilled = fulfilled + units.quantity
    from unnest(${units.map((unit) => unit.id)}::uuid[], ${units.map(({ quantity }) => quantity)}::int[]) as units (id, quantity)
    where order_lines.site_id = ${siteId} and order_lines.order_id = ${id} and order_lines.id = units.id`;
  const count = (quantities: readonly number[]) => quantities.reduce((sum, each) => sum + each, 0);
  const isWhole = count(units.map(({ quantity }) => quantity)) === count([...leftById.values()]);
  const fulfilment = isWhole ? ("FULFILLED" as const) : ("PARTIAL" as const);
  const status = isWhole && order.status === "PAID" ? "FULFILLED" : order.status;
  await tx`
    update orders set
      status = ${status},
      fulfilment = ${fulfilment},
      fulfilled_at = case when ${isWhole}::boolean then ${ctx.now} else fulfilled_at end,
      revision = revision + 1,
      updated_at = ${ctx.now}
    where site_id = ${siteId} and id = ${id}`;
  const eventId = ctx.ids.next();
  const details = { lines: units, fulfilment, ...(tracking && { tracking }) };
  await recordOrderEvent(tx, ctx, siteId, { id: eventId, orderId: id, kind: "FULFILLED", adminId: by.actor.adminId ?? null, details });
  const target = { type: "order", id, label: String(order.number), revision: order.revision + 1 };
  const changes = [
    ...(status === order.status ? [] : [{ member: "status", from: order.status, to: status }]),
    { member: "fulfilment", to: fulfilment },
  ];
  await recordChange(tx, ctx, { ...by, siteId, target, changes });
  await recordOrderWebhooks(tx, ctx, siteId, [{ type: "order.fulfilled", data: { id, number: order.number, status, fulfilment } }]);
  if (notify && order.email !== null) await addToOutbox(tx, ctx, sendOrderUpdate, { siteId, orderId: id, eventId });
  return { status };
}

/** One quantity a line. */
function sumOf(lines: readonly LineQuantity[]): LineQuantity[] {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lines) sums.set(id.toLowerCase(), (sums.get(id.toLowerCase()) ?? 0) + quantity);
  return [...sums].map(([id, quantity]) => ({ id, quantity }));
}
