import type { Sql } from "../../../ports/database.ts";
import type { OrderStatus } from "./order.ts";

/** Where an order stands, and at which revision. */
export interface OrderState {
  id: string;
  status: OrderStatus;
  revision: number;
}

/** The states of orders, by id; an order that does not exist has none. */
export async function readOrderStates(sql: Sql, siteId: string, ids: readonly string[]): Promise<Map<string, OrderState>> {
  const rows = await sql<Omit<OrderState, "status"> & { status: string }>`
    select id, status, revision from orders where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  return new Map(rows.map((order) => [order.id, order as OrderState]));
}

/** Locks orders in the order of their ids, so that two requests for the same ones wait for each other. */
export async function lockOrders(tx: Sql, siteId: string, ids: readonly string[]): Promise<void> {
  await tx`select id from orders where site_id = ${siteId} and id = any (${ids}::uuid[]) order by id for no key update`;
}
