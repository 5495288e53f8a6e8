import type { Sql } from "../../../ports/database.ts";

/** The orders with a product that wait for their payment or for being sent, the oldest first: at most a hundred, and how many there are. */
export async function findOpenOrders(
  tx: Sql,
  siteId: string,
  productIds: readonly string[],
): Promise<{ orders: { id: string; number: number }[]; total: number }> {
  const rows = await tx<{ id: string; number: number; total: number }>`
    select orders.id, orders.number, count(*) over ()::int as total
    from order_lines as lines
    join orders on orders.site_id = ${siteId} and orders.id = lines.order_id
    where lines.site_id = ${siteId} and lines.product_id = any (${productIds}::uuid[])
      and (orders.status in ('PENDING', 'PAID') or (orders.status = 'PARTIALLY_REFUNDED' and orders.fulfilled_at is null))
    group by orders.id, orders.number
    order by orders.number
    limit 100`;
  return { orders: rows.map(({ total: _, ...order }) => order), total: rows[0]?.total ?? 0 };
}
