import type { WriteContext } from "../../../lib/published/write-context.ts";
import { raiseStockVersion } from "../../../lib/published/site-changes.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordWebhookEvents, wantsWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import type { MovementCause } from "./stock-movement.ts";
import { productTag } from "./tags.ts";

/** So many units, or fewer, are few. */
export const lowStock = 5;

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

/** A variant with a tracked stock whose row is locked. */
interface LockedVariant {
  id: string;
  productId: string;
  stock: number;
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
  cause: MovementCause,
): Promise<{ taken: Set<string>; short: Shortage[] }> {
  if (wanted.length === 0) return { taken: new Set(), short: [] };
  const variants = await lockVariants(
    tx,
    siteId,
    wanted.map(({ variantId }) => variantId),
  );
  const stocks = new Map(variants.map(({ id, stock }) => [id, stock]));
  const needed = wanted.filter(({ variantId }) => stocks.has(variantId));
  const short = needed
    .filter(({ variantId, quantity }) => (stocks.get(variantId) ?? 0) < quantity)
    .map(({ variantId }) => ({ variantId, available: stocks.get(variantId) ?? 0 }));
  if (short.length > 0) return { taken: new Set(), short };
  const movements = needed.map(({ variantId, quantity }) => ({ variantId, change: -quantity }));
  await moveStock(tx, ctx, siteId, movements, cause);
  await raiseStocks(tx, ctx, siteId, variants);
  return { taken: new Set(stocks.keys()), short };
}

/** Returns quantities to stock. Quantities of a stock that was removed, or is not tracked any more, are dropped. */
export async function returnStock(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  returned: readonly Quantity[],
  cause: MovementCause,
): Promise<void> {
  if (returned.length === 0) return;
  const variants = await lockVariants(
    tx,
    siteId,
    returned.map(({ variantId }) => variantId),
  );
  const movements = returned.map(({ variantId, quantity }) => ({ variantId, change: quantity }));
  await moveStock(tx, ctx, siteId, movements, cause);
  await raiseStocks(tx, ctx, siteId, variants);
}

/** Locks the stocks of variants, in the order of their ids, until the transaction ends. */
export async function lockVariants(tx: Sql, siteId: string, variantIds: readonly string[]): Promise<LockedVariant[]> {
  return tx<LockedVariant>`
    select id, product_id as "productId", stock::int as stock from variants
    where site_id = ${siteId} and id = any (${variantIds}::uuid[]) and stock is not null
    order by id
    for no key update`;
}

/** Makes responses that show the stocks of these variants out of date. */
export async function raiseStocks(tx: Sql, ctx: WriteContext, siteId: string, variants: readonly { productId: string }[]): Promise<void> {
  const tags = new Set(variants.map(({ productId }) => productTag(productId)));
  if (tags.size > 0) await raiseStockVersion(tx, ctx, siteId, [...tags]);
}

/** The number of these variants that exist. */
export async function countVariants(tx: Sql, siteId: string, ids: readonly string[]): Promise<number> {
  return (await tx<{ id: string }>`select id from variants where site_id = ${siteId} and id = any (${ids}::uuid[])`).length;
}

/** A change of a tracked stock, or the stock that a variant has from now on. */
export type StockMove = { variantId: string } & ({ change: number } | { stock: number | null });

/**
 * Moves the stocks of locked variants. The rows of the ledger are the change: a trigger of the database changes the stocks with them, drops
 * those that change nothing, and refuses a stock below zero. Resolves with the stocks that changed. The caller raises the version of what shows them.
 */
export async function moveStock(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  movements: readonly StockMove[],
  cause: MovementCause,
): Promise<{ variantId: string; change: number; stock: number | null }[]> {
  if (movements.length === 0) return [];
  const moved = await tx<{ variantId: string; change: number; stock: number | null }>`
    insert into stock_movements (site_id, id, variant_id, at, kind, change, stock, reason, note, order_id, admin_id)
    select
      ${siteId}::uuid, move.id, move.variant_id, ${now}::timestamptz, ${cause.kind}::text, move.change, move.stock,
      ${cause.reason ?? null}::text, ${cause.note ?? null}::text, ${cause.orderId ?? null}::uuid, ${cause.adminId ?? null}::uuid
    from unnest(
      ${movements.map(() => ids.next())}::uuid[],
      ${movements.map(({ variantId }) => variantId)}::uuid[],
      ${movements.map((move) => ("change" in move ? move.change : null))}::int[],
      ${movements.map((move) => ("stock" in move ? move.stock : null))}::int[]
    ) as move (id, variant_id, change, stock)
    returning variant_id as "variantId", change, stock`;
  const lowIds = moved.flatMap(({ variantId, change, stock }) => {
    return stock !== null && stock <= lowStock && stock - change > lowStock ? [variantId] : [];
  });
  if (lowIds.length > 0) await recordLowStock(tx, { now, ids }, siteId, lowIds);
  return moved;
}

async function recordLowStock(tx: Sql, ctx: WriteContext, siteId: string, variantIds: readonly string[]): Promise<void> {
  if (!(await wantsWebhookEvents(tx, siteId, "stock.low"))) return;
  const variants = await tx<{ id: string; productId: string; sku: string; stock: number | null }>`
    select id, product_id as "productId", sku, stock::int as stock from variants
    where site_id = ${siteId} and id = any (${variantIds}::uuid[])
    order by id`;
  const events = variants.map(({ stock, ...variant }): NewWebhookEvent => ({ type: "stock.low", data: { ...variant, stock: stock ?? 0 } }));
  await recordWebhookEvents(tx, ctx, siteId, events);
}
