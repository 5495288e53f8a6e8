import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import type { Sql } from "../../../ports/database.ts";
import type { ListedOrder } from "./order-details.ts";
import { orderConditions, type OrderFilter } from "./order-filter.ts";

export const orderSorts = ["number", "total"] as const;

const orderings: Record<(typeof orderSorts)[number], readonly [SqlPiece, SqlPiece]> = {
  number: [piece`number`, piece`number desc`],
  total: [piece`total, number`, piece`total desc, number desc`],
};

type Row = { matches: number; total: number } & { [K in keyof ListedOrder]: ListedOrder[K] | null } & Record<
    "createdAt" | "paidAt",
    Date | null
  >;

/** The orders of a site that meet the conditions, and their number. */
export async function listOrders(
  sql: Sql,
  siteId: string,
  filter: OrderFilter,
  { sort, isDescending }: { sort: (typeof orderSorts)[number]; isDescending: boolean },
  paging: Paging,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const conditions = orderConditions(siteId, filter);
  const ordering = orderings[sort][isDescending ? 1 : 0];
  const pageOf = isFarIn(filter, paging)
    ? piece`
        select orders.* from (select number from orders where ${conditions} order by ${ordering} ${limitTo(paging)}) as chosen
        join orders on orders.site_id = ${siteId} and orders.number = chosen.number`
    : piece`select * from orders where ${conditions} order by ${ordering} ${limitTo(paging)}`;
  const rows = await sql<Row>(
    ...statement`
      select
        counted.matches, page.id, page.number, page.status, page.payment_status as "paymentStatus", page.fulfilment, page.currency, page.total,
        page.refunded as "refundedAmount", page.email, page.customer_id as "customerId", page.created_at as "createdAt", page.paid_at as "paidAt",
        page.revision, page.units
      from (select count(*)::int as matches from orders where ${conditions}) as counted
      left join lateral (${pageOf}) as page on true
      order by ${ordering}`,
  );
  const isOld = ({ id, paymentStatus, units }: Row) => id !== null && (paymentStatus === null || units === null);
  const older = rows.filter(isOld).flatMap(({ id }) => id ?? []);
  const missing = older.length === 0 ? new Map<string | null, object>() : await readMissing(sql, siteId, older);
  const orders = rows.flatMap(({ matches: _, createdAt, paidAt, ...order }) => {
    if (order.id === null) return [];
    const times = { createdAt: createdAt?.toISOString() ?? "", paidAt: paidAt?.toISOString() ?? null };
    return [{ ...order, ...missing.get(order.id), ...times } as ListedOrder];
  });
  return { orders, total: rows[0]?.matches ?? 0 };
}

/** What orders of an earlier version do not say themselves, by their ids. */
async function readMissing(sql: Sql, siteId: string, orderIds: readonly string[]): Promise<Map<string | null, object>> {
  const rows = await sql<{ id: string | null; paymentStatus: string; refundedAmount: number; units: number }>`
    select
      payments.order_id as id, payments.status as "paymentStatus", payments.refunded as "refundedAmount",
      coalesce((
        select sum(order_lines.quantity) from order_lines
        where order_lines.site_id = ${siteId} and order_lines.order_id = payments.order_id
      ), 0)::int as units
    from payments
    where payments.site_id = ${siteId} and payments.order_id = any (${orderIds}::uuid[])`;
  return new Map(rows.map(({ id, ...members }) => [id, members]));
}

/**
 * Whether the database goes past many orders that are not on the page: those of the pages before it, or of a range of time, which is not in
 * the order of the list. It then chooses the page in an index, and reads the orders of the page alone.
 */
function isFarIn({ from, to }: OrderFilter, { page }: Paging): boolean {
  return page > 1 || from !== undefined || to !== undefined;
}
