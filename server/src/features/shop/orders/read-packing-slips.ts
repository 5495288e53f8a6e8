import { statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { isToFulfil } from "./order-conditions.ts";
import type { PackingSlip } from "./order-details.ts";

/** The packing slips of orders, in the order of the ids. An order that does not exist has none. */
export async function readPackingSlips(sql: Sql, siteId: string, ids: readonly string[]): Promise<PackingSlip[]> {
  const rows = await sql<{ json: string | null }>(
    ...statement`
      select
        json_build_object(
          'id', orders.id, 'number', orders.number, 'revision', orders.revision, 'status', orders.status,
          'isToFulfil', coalesce(${isToFulfil}, false), 'email', orders.email, 'notes', orders.notes,
          'shippingAddress', orders.shipping_address, 'createdAt', iso_instant(orders.created_at),
          'lines', (
            select
              coalesce(
                json_agg(
                  json_build_object(
                    'id', order_lines.id, 'title', order_lines.title, 'sku', order_lines.sku, 'quantity', order_lines.quantity,
                    'left', greatest(order_lines.quantity - order_lines.fulfilled - order_lines.removed, 0)
                  )
                  order by order_lines.position
                ),
                '[]'
              )
            from order_lines
            where order_lines.site_id = ${siteId} and order_lines.order_id = orders.id
          )
        )::text as json
      from orders
      where orders.site_id = ${siteId} and orders.id = any (${ids}::uuid[])`,
  );
  const slips = new Map(rows.map(({ json }) => JSON.parse(json ?? "") as PackingSlip).map((slip) => [slip.id, slip]));
  return ids.flatMap((id) => slips.get(id) ?? []);
}
