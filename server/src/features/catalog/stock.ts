import type { Sql } from "../../ports/database.ts";

/** So many of a variant. */
export interface Quantity {
  variantId: string;
  quantity: number;
}

/** What is short of a variant's stock. */
export interface Shortage {
  variantId: string;
  available: number;
}

/**
 * Takes quantities from the stocks, all of them or none: then it answers what is short. Of variants that are not in the
 * list, or have no stock that is tracked, nothing is taken. The rows stay locked until the transaction ends, in the order of
 * their ids, as everywhere: two orders of the same things in another order wait for each other and not both for ever.
 */
export async function takeStock(tx: Sql, siteId: string, wanted: readonly Quantity[]): Promise<{ taken: Set<string>; short: Shortage[] }> {
  if (wanted.length === 0) return { taken: new Set(), short: [] };
  const variantIds = wanted.map(({ variantId }) => variantId);
  const tracked = await tx<{ id: string; stock: number }>`
    select id, stock::int as stock from variants
    where site_id = ${siteId} and id = any (${variantIds}::uuid[]) and stock is not null
    order by id
    for no key update`;
  const stocks = new Map(tracked.map(({ id, stock }) => [id, stock]));
  const needed = wanted.filter(({ variantId }) => stocks.has(variantId));
  const short = needed
    .filter(({ variantId, quantity }) => (stocks.get(variantId) ?? 0) < quantity)
    .map(({ variantId }) => ({ variantId, available: stocks.get(variantId) ?? 0 }));
  if (short.length > 0) return { taken: new Set(), short };
  await changeStock(
    tx,
    siteId,
    needed.map(({ variantId, quantity }) => ({ variantId, quantity: -quantity })),
  );
  return { taken: new Set(stocks.keys()), short };
}

/** Gives quantities back. What was taken from a stock that is gone, or not tracked any more, goes nowhere. */
export async function returnStock(tx: Sql, siteId: string, returned: readonly Quantity[]): Promise<void> {
  if (returned.length === 0) return;
  await tx`
    select id from variants
    where site_id = ${siteId} and id = any (${returned.map(({ variantId }) => variantId)}::uuid[]) and stock is not null
    order by id
    for no key update`;
  await changeStock(tx, siteId, returned);
}

/** How many of these variants are there. */
export async function countVariants(tx: Sql, siteId: string, ids: readonly string[]): Promise<number> {
  return (await tx<{ id: string }>`select id from variants where site_id = ${siteId} and id = any (${ids}::uuid[])`).length;
}

/** Of rows that are locked. A stock below zero is refused by the table itself. */
async function changeStock(tx: Sql, siteId: string, changes: readonly Quantity[]): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    update variants set stock = variants.stock + changes.quantity
    from unnest(${changes.map(({ variantId }) => variantId)}::uuid[], ${changes.map(({ quantity }) => quantity)}::int[])
      as changes (variant_id, quantity)
    where variants.site_id = ${siteId} and variants.id = changes.variant_id and variants.stock is not null`;
}
