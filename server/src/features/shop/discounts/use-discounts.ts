import { problem } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { codeKey } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";

export const discountInvalid = problem("discount_invalid", 400, "A discount code does not apply to the order");

/** Who orders, so far as anybody knows. */
export interface Buyer {
  customerId: string | null;
  email: string | null;
}

/** A discount that an order uses, and what it demands of the buyer. */
export interface UsedDiscount {
  id: string;
  /** The single-use code. */
  codeId: string | null;
  perCustomerLimit: number | null;
  firstOrderOnly: boolean;
}

/** Why an order cannot use a discount after all. */
export interface UnusableDiscount {
  id: string;
  reason: "used_up" | "used_by_buyer" | "not_first_order";
}

/**
 * Has a new order use discounts, before the site's counter of orders is locked and in the order of their ids as everywhere, so that no two orders deadlock: by a statement each that decides for all
 * processes, so that a hundred at once do not exceed a limit. Resolves with the first that is not to be had: then the transaction must be undone.
 */
export async function useDiscounts(
  tx: Sql,
  siteId: string,
  discounts: readonly UsedDiscount[],
  buyer: Buyer,
): Promise<UnusableDiscount | undefined> {
  for (const { id, codeId, perCustomerLimit, firstOrderOnly } of sortedById(discounts)) {
    const used = await tx`
      update discounts set uses = uses + 1
      where site_id = ${siteId} and id = ${id} and (usage_limit is null or uses < usage_limit)
      returning id`;
    const usedCode =
      codeId === null ||
      (await tx`update discount_codes set uses = 1 where site_id = ${siteId} and id = ${codeId} and uses = 0 returning id`).length > 0;
    if (used.length === 0 || !usedCode) return { id, reason: "used_up" };
    // The discount's row is locked now, so that no other order of the buyer uses it meanwhile.
    const history = perCustomerLimit !== null || firstOrderOnly ? await readHistory(tx, siteId, id, buyer) : undefined;
    if (firstOrderOnly && history?.hasOrdered) return { id, reason: "not_first_order" };
    if (perCustomerLimit !== null && (history?.uses ?? 0) >= perCustomerLimit) return { id, reason: "used_by_buyer" };
  }
  return undefined;
}

/** Stores which discounts a new order uses, once the order is stored itself. */
export async function recordUses(
  tx: Sql,
  { ids }: WriteContext,
  siteId: string,
  orderId: string,
  discounts: readonly Pick<UsedDiscount, "id" | "codeId">[],
): Promise<void> {
  if (discounts.length === 0) return;
  await tx`
    insert into discount_uses (site_id, id, order_id, discount_id, code_id)
    select ${siteId}::uuid, used.id, ${orderId}::uuid, used.discount_id, used.code_id
    from unnest(
      ${discounts.map(() => ids.next())}::uuid[], ${discounts.map(({ id }) => id)}::uuid[], ${discounts.map(({ codeId }) => codeId)}::uuid[]
    ) as used (id, discount_id, code_id)`;
}

/**
 * How many orders of a buyer use a discount, and whether the buyer has ordered anything. Cancelled orders do not count, and neither does `replaces`, a pending
 * order whose place the next one takes.
 */
export async function readHistory(
  sql: Sql,
  siteId: string,
  discountId: string,
  { customerId, email }: Buyer,
  { replaces = null }: { replaces?: string | null } = {},
): Promise<{ uses: number; hasOrdered: boolean }> {
  const [row] = await sql<{ uses: number; orders: number }>`
    select
      count(*)::int as orders,
      (count(*) filter (where exists (
        select from discount_uses as used
        where used.site_id = ${siteId} and used.order_id = earlier.id and used.discount_id = ${discountId}
      )))::int as uses
    from (
      select id, status from orders where site_id = ${siteId} and customer_id = ${customerId}::uuid and status <> 'CANCELLED'
      union
      select id, status from orders where site_id = ${siteId} and email = ${email}::text and status <> 'CANCELLED'
    ) as earlier
    where earlier.id is distinct from ${replaces}::uuid or earlier.status <> 'PENDING'`;
  return { uses: row?.uses ?? 0, hasOrdered: (row?.orders ?? 0) > 0 };
}

/** A cancelled order uses its discounts no more. The caller has locked the order. */
export const returnDiscounts = (tx: Sql, siteId: string, orderId: string): Promise<void> => moveUses(tx, siteId, orderId, -1);

/** An order that was cancelled and then paid after all uses its discounts again, also beyond their limits: the buyer has paid that price. */
export const reuseDiscounts = (tx: Sql, siteId: string, orderId: string): Promise<void> => moveUses(tx, siteId, orderId, 1);

/** In the order of the discounts' ids, as everywhere, so that no two orders deadlock. */
async function moveUses(tx: Sql, siteId: string, orderId: string, change: 1 | -1): Promise<void> {
  const used = await tx<{ discountId: string; codeId: string | null }>`
    select discount_id as "discountId", code_id as "codeId" from discount_uses
    where site_id = ${siteId} and order_id = ${orderId}
    order by discount_id`;
  for (const { discountId, codeId } of used) {
    await tx`update discounts set uses = greatest(uses + ${change}::int, 0) where site_id = ${siteId} and id = ${discountId}`;
    if (codeId !== null) await tx`update discount_codes set uses = ${Math.max(change, 0)} where site_id = ${siteId} and id = ${codeId}`;
  }
}

/** Locks the discounts that an order uses and those that the next one may use, in the order of their ids, until the transaction ends. */
export async function lockDiscounts(tx: Sql, siteId: string, orderId: string, codes: readonly string[]): Promise<void> {
  await tx`
    select id from discounts
    where site_id = ${siteId} and (
      is_automatic
      or id in (select discount_id from discount_uses where site_id = ${siteId} and order_id = ${orderId})
      or id in (select discount_id from discount_codes where site_id = ${siteId} and key = any (${codes.map(codeKey)}::text[]))
    )
    order by id
    for no key update`;
}

const sortedById = <T extends { id: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
