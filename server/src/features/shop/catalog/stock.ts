import type { WriteContext } from "../../../lib/published/write-context.ts";
import { raiseStockVersion } from "../../../lib/published/site-changes.ts";
import type { Sql } from "../../../ports/database.ts";
import { productTag } from "./tags.ts";

/** A quantity of a variant. */
export interface Quantity {
  variantId: string;
  quantity: number;
}

/** A shortage in a variant's stock. */
export interface Shortage {
  variantId: string;
  available: number;
}

/**
 * Takes quantities from the stocks, all of them or none: then it returns the shortages. Variants that are not in the list, or have no
 * tracked stock, lose nothing. The rows stay locked until the transaction ends, in the order of their ids, as everywhere: otherwise two
 * orders of the same variants in a different order would deadlock.
 */
export async function takeStock(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  wanted: readonly Quantity[],
): Promise<{ taken: Set<string>; short: Shortage[] }> {
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
    ctx,
    siteId,
    needed.map(({ variantId, quantity }) => ({ variantId, quantity: -quantity })),
  );
  return { taken: new Set(stocks.keys()), short };
}

/** Returns quantities to stock. Quantities of a stock that was removed, or is not tracked any more, are dropped. */
export async function returnStock(tx: Sql, ctx: WriteContext, siteId: string, returned: readonly Quantity[]): Promise<void> {
  if (returned.length === 0) return;
  await lockVariants(
    tx,
    siteId,
    returned.map(({ variantId }) => variantId),
  );
  await changeStock(tx, ctx, siteId, returned);
}

/** Locks the stocks of variants, in the order of their ids, until the transaction ends. */
export async function lockVariants(tx: Sql, siteId: string, variantIds: readonly string[]): Promise<void> {
  await tx`
    select id from variants
    where site_id = ${siteId} and id = any (${variantIds}::uuid[]) and stock is not null
    order by id
    for no key update`;
}

/** The number of these variants that exist. */
export async function countVariants(tx: Sql, siteId: string, ids: readonly string[]): Promise<number> {
  return (await tx<{ id: string }>`select id from variants where site_id = ${siteId} and id = any (${ids}::uuid[])`).length;
}

/** For locked rows. The table itself refuses a stock below zero. */
async function changeStock(tx: Sql, ctx: WriteContext, siteId: string, changes: readonly Quantity[]): Promise<void> {
  if (changes.length === 0) return;
  const changed = await tx<{ productId: string }>`
    update variants set stock = variants.stock + changes.quantity
    from unnest(${changes.map(({ variantId }) => variantId)}::uuid[], ${changes.map(({ quantity }) => quantity)}::int[])
      as changes (variant_id, quantity)
    where variants.site_id = ${siteId} and variants.id = changes.variant_id and variants.stock is not null
    returning variants.product_id as "productId"`;
  const tags = new Set(changed.map(({ productId }) => productTag(productId)));
  if (tags.size > 0) await raiseStockVersion(tx, ctx, siteId, [...tags]);
}
