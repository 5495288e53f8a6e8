import type { Deps } from "../../../deps.ts";
import { statement } from "../../../lib/sql/sql-statement.ts";
import { recordChange, type RecordedChange } from "../../people/audit/index.ts";
import { isToFulfil } from "./order-conditions.ts";
import { orderStatuses, type Order, type OrderStatus } from "./order.ts";

/** An order as the shop's staff sees it in a list. Amounts in minor units. */
export interface StaffOrder {
  number: number;
  id: string;
  status: string;
  paymentStatus: string;
  total: number;
  refunded: number;
  currency: string;
  email: string | null;
  items: number;
  createdAt: string;
}

/** The latest orders of a site. */
export async function listOrders(
  { sql }: Pick<Deps, "sql">,
  siteId: string,
  { status, limit }: { status: OrderStatus | null; limit: number },
): Promise<StaffOrder[]> {
  const statuses: string[] = status === null ? [...orderStatuses] : [status];
  const rows = await sql<Omit<StaffOrder, "createdAt"> & { createdAt: Date }>`
    select
      orders.number,
      orders.id,
      orders.status,
      payments.status as "paymentStatus",
      orders.total,
      payments.refunded,
      orders.currency,
      orders.email,
      (
        select coalesce(sum(quantity), 0)::int from order_lines
        where order_lines.site_id = ${siteId} and order_lines.order_id = orders.id
      ) as items,
      orders.created_at as "createdAt"
    from orders
    join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
    where orders.site_id = ${siteId} and orders.status = any (${statuses}::text[])
    order by orders.number desc
    limit ${limit}`;
  return rows.map(({ createdAt, ...order }) => ({ ...order, items: order.items ?? 0, createdAt: createdAt.toISOString() }));
}

/** An order with the data that the staff needs to ship it. `claimedCustomerId` is a guest's claim, which nobody proved. */
export interface OrderToShip extends Order {
  refunded: number;
  email: string | null;
  customerId: string | null;
  claimedCustomerId: string | null;
}

/** The order with this number. */
export async function findOrder({ sql }: Pick<Deps, "sql">, siteId: string, number: number): Promise<OrderToShip | undefined> {
  const [row] = await sql<Omit<OrderToShip, keyof Order> & { json: string | null }>`
    select
      own_orders.json,
      payments.refunded,
      orders.email,
      orders.customer_id as "customerId",
      orders.claimed_customer_id as "claimedCustomerId"
    from orders
    join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
    join own_orders on own_orders.site_id = orders.site_id and own_orders.id = orders.id
    where orders.site_id = ${siteId} and orders.number = ${number}`;
  if (!row?.json) return undefined;
  const { json, ...rest } = row;
  return { ...(JSON.parse(json) as Order), ...rest };
}

/** Marks a paid order as shipped. Returns its status, and whether this call marked it: only a paid order, and only once. */
export async function fulfilOrder(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  number: number,
  by: Pick<RecordedChange, "actor" | "action">,
): Promise<{ status: string; isFulfilled: boolean } | undefined> {
  const now = clock.now();
  const fulfilled = await sql.begin(async (tx) => {
    const [order] = await tx<{ id: string; status: string }>(
      ...statement`
      update orders set
        status = case when status = 'PAID' then 'FULFILLED' else status end,
        fulfilled_at = ${now},
        updated_at = ${now}
      where site_id = ${siteId} and number = ${number} and ${isToFulfil}
      returning id, status`,
    );
    if (!order) return undefined;
    const target = { type: "order", id: order.id, label: String(number) };
    const changes = [{ member: "fulfilledAt", to: now.toISOString() }];
    await recordChange(tx, { now, ids }, { ...by, siteId, target, changes });
    return order;
  });
  if (fulfilled) return { status: fulfilled.status, isFulfilled: true };
  const [order] = await sql<{ status: string }>`select status from orders where site_id = ${siteId} and number = ${number}`;
  return order && { status: order.status, isFulfilled: false };
}
