import type { Actor } from "../../../lib/admin/identity.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem, ProblemError, validationFailed, type ValidationError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChanges } from "../../people/audit/index.ts";
import { moveStock, raiseStocks, type StockMove } from "./stock.ts";
import { mostStock, variantNotFound, type stockReasons } from "./stock-movement.ts";
import { Type } from "typebox";

const stocks = {
  stocks: {
    type: "array",
    items: {
      type: "object",
      required: ["variantId", "sku", "stock"],
      properties: { variantId: Uuid, sku: { type: "string" }, stock: Nullable(Type.Integer()) },
    },
    description: "The variants that it concerns, with their present counts.",
  },
};
export const stockChanged = problem("stock_changed", 409, "The stock has changed since it was counted", stocks);
export const stockInsufficient = problem("stock_insufficient", 409, "The stock would fall below zero", stocks);
export const stockNotTracked = problem("stock_not_tracked", 409, "The stock of a variant is not tracked", stocks);

/** A change of a stock by hand. */
export type StockAdjustment = { variantId: string } & ({ set: number | null; expected: number | null } | { adjust: number });

interface Counted {
  id: string;
  productId: string;
  sku: string;
  stock: number | null;
}

/** Changes stocks by hand, all of them or none. Throws what stands in the way. */
export async function adjustStocks(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  adjustments: readonly StockAdjustment[],
  { actor, reason, note }: { actor: Actor; reason: (typeof stockReasons)[number]; note: string | null },
): Promise<{ variantId: string; sku: string; change: number; stock: number | null }[]> {
  const variantIds = adjustments.map(({ variantId }) => variantId.toLowerCase());
  const repeated = repeatedErrors(variantIds);
  if (repeated.length > 0) throw new ProblemError(validationFailed, { detail: "Name each variant once.", errors: repeated });
  const variants = variantIds.every(isUuid)
    ? await tx<Counted>`
        select id, product_id as "productId", sku, stock::int as stock from variants
        where site_id = ${siteId} and id = any (${variantIds}::uuid[])
        order by id
        for no key update`
    : [];
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const pairs = adjustments.flatMap((adjustment, index) => {
    const variant = byId.get(variantIds[index] ?? "");
    return variant ? [{ adjustment, variant }] : [];
  });
  if (pairs.length < adjustments.length) throw new ProblemError(variantNotFound);
  refuse(stockChanged, pairs, ({ adjustment, variant }) => "set" in adjustment && adjustment.expected !== variant.stock);
  refuse(stockNotTracked, pairs, ({ adjustment, variant }) => "adjust" in adjustment && variant.stock === null);
  refuse(stockInsufficient, pairs, ({ adjustment, variant }) => "adjust" in adjustment && (variant.stock ?? 0) + adjustment.adjust < 0);
  const tooLarge = pairs.flatMap(({ adjustment, variant }, index) =>
    "adjust" in adjustment && (variant.stock ?? 0) + adjustment.adjust > mostStock
      ? [{ path: `/items/${index}/adjust`, code: "maximum", message: `makes the stock greater than ${mostStock}` }]
      : [],
  );
  if (tooLarge.length > 0) throw new ProblemError(validationFailed, { errors: tooLarge });
  const movements = pairs.map(({ adjustment, variant }): StockMove => {
    return "set" in adjustment ? { variantId: variant.id, stock: adjustment.set } : { variantId: variant.id, change: adjustment.adjust };
  });
  const moved = await moveStock(tx, ctx, siteId, movements, { kind: "HAND", reason, note, adminId: actor.adminId ?? null });
  const changeOf = new Map(moved.map((movement) => [movement.variantId, movement]));
  const changedVariants = variants.filter(({ id }) => changeOf.has(id));
  await raiseStocks(tx, ctx, siteId, changedVariants);
  const changes = changedVariants.map(({ id, sku, stock }) => ({
    target: { type: "variant", id, label: sku },
    changes: [{ member: "stock", from: stock, to: changeOf.get(id)?.stock }],
  }));
  if (changes.length > 0) await recordChanges(tx, ctx, { actor, siteId, action: "adjustStock" }, changes);
  return pairs.map(({ variant: { id, sku, stock } }) => {
    const movement = changeOf.get(id);
    return { variantId: id, sku, change: movement?.change ?? 0, stock: movement ? movement.stock : stock };
  });
}

function repeatedErrors(ids: readonly string[]): ValidationError[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [{ path: `/items/${index}/variantId`, code: "duplicate", message: "is named twice" }] : [],
  );
}

interface Pair {
  adjustment: StockAdjustment;
  variant: Counted;
}

function refuse(refusal: ReturnType<typeof problem>, pairs: readonly Pair[], isRefused: (pair: Pair) => boolean): void {
  const refused = pairs.filter(isRefused).map(({ variant }) => variant);
  if (refused.length === 0) return;
  const [first] = refused;
  const more = refused.length === 1 ? "" : ` and ${refused.length - 1} more`;
  throw new ProblemError(refusal, {
    detail: `${first?.sku}${more}: look at the present counts and send the change again.`,
    members: { stocks: refused.map(({ id, sku, stock }) => ({ variantId: id, sku, stock })) },
  });
}
