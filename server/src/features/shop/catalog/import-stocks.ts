import type { Actor } from "../../../lib/admin/identity.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChanges } from "../../people/audit/index.ts";
import { moveStock, raiseStocks } from "./stock.ts";

/** The stock that a variant has from now on. Null: not tracked. */
export interface ImportedStock {
  sku: string;
  stock: number | null;
}

/** Sets the stocks of variants, each named once. Those that have this stock already, or are gone, are left alone. */
export async function importStocks(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  imported: readonly ImportedStock[],
  recording: { actor: Actor; action: string },
): Promise<void> {
  if (imported.length === 0) return;
  const variants = await tx<{ id: string; productId: string; sku: string; stock: number | null }>`
    select id, product_id as "productId", sku, stock::int as stock from variants
    where site_id = ${siteId} and sku = any (${imported.map(({ sku }) => sku)}::text[])
    order by id
    for no key update`;
  const stockOf = new Map(imported.map(({ sku, stock }) => [sku, stock]));
  const changed = variants.filter(({ sku, stock }) => stockOf.get(sku) !== stock);
  if (changed.length === 0) return;
  const moves = changed.map(({ id, sku }) => ({ variantId: id, stock: stockOf.get(sku) ?? null }));
  await moveStock(tx, ctx, siteId, moves, { kind: "IMPORT", adminId: recording.actor.adminId ?? null });
  await raiseStocks(tx, ctx, siteId, changed);
  await recordChanges(
    tx,
    ctx,
    { ...recording, siteId },
    changed.map(({ id, sku, stock }) => ({
      target: { type: "variant", id, label: sku },
      changes: [{ member: "stock", from: stock, to: stockOf.get(sku) ?? null }],
    })),
  );
}
