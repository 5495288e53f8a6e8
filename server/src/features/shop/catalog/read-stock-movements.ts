import { nullablePerson } from "../../../lib/admin/person.ts";
import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { StockMovement } from "./stock-movement.ts";

/** A page of the movements of a variant's stock, the latest first; undefined if the site has no such variant. */
export async function readStockMovements(
  sql: Sql,
  siteId: string,
  variantId: string,
  paging: Paging,
): Promise<{ movements: StockMovement[]; total: number } | undefined> {
  if (!isUuid(variantId)) return undefined;
  const [counted] = await sql<{ total: number }>`
    select count(movements.id)::int as total
    from variants
    left join stock_movements as movements on movements.site_id = ${siteId} and movements.variant_id = variants.id
    where variants.site_id = ${siteId} and variants.id = ${variantId}
    group by variants.id`;
  if (!counted) return undefined;
  const rows = await sql<{
    id: string;
    at: Date;
    kind: string;
    change: number;
    stock: number | null;
    reason: string | null;
    note: string | null;
    orderId: string | null;
    number: number | null;
    adminId: string | null;
    adminName: string | null;
  }>`
    select
      page.id, page.at, page.kind, page.change, page.stock::int as stock, page.reason, page.note,
      orders.id as "orderId", orders.number, admins.id as "adminId", admins.name as "adminName"
    from (
      select * from stock_movements
      where site_id = ${siteId} and variant_id = ${variantId}
      order by at desc
      limit ${paging.pageSize} offset ${offsetOf(paging)}
    ) as page
    left join orders on orders.site_id = ${siteId} and orders.id = page.order_id
    left join admins on admins.id = page.admin_id
    order by page.at desc`;
  const movements = rows.map(({ at, orderId, number, adminId, adminName, ...movement }) => ({
    ...movement,
    kind: movement.kind as StockMovement["kind"],
    reason: movement.reason as StockMovement["reason"],
    at: at.toISOString(),
    order: orderId === null || number === null ? null : { id: orderId, number },
    by: nullablePerson(adminId, adminName),
  }));
  return { movements, total: counted.total };
}
