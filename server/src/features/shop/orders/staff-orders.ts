import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Order } from "./order.ts";

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
      payments.refunded + orders.gift_card_refunded as refunded,
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

/** The id of the order with this number. */
export async function findOrderId(sql: Sql, siteId: string, number: number): Promise<string | undefined> {
  const [order] = await sql<{ id: string }>`select id from orders where site_id = ${siteId} and number = ${number}`;
  return order?.id;
}
