import { isDeepStrictEqual } from "node:util";
import { Type, type Static } from "typebox";
import type { Actor } from "../../../lib/admin/identity.ts";
import { checkEachItem } from "../../../lib/http/each-item.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { invalidMembers } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { readCatalogItems, saveCatalogItems, type BundleProduct, type CatalogItemChange } from "../../content/bundle/index.ts";
import { recordChange } from "../../people/audit/index.ts";
import { raiseVersions, type AdminSite } from "../../server/sites/index.ts";
import { productStatuses, removeProducts, type LockedProduct } from "../catalog/index.ts";
import { repricedVariant, type PriceChange } from "./change-price.ts";
import { refuseProductInUse } from "./product-in-use.ts";
import { lockSeenProduct, slugOfCategory } from "./save-product.ts";

/** A change that applies to several products alike. */
export type BulkChange =
  | { action: "activate" }
  | { action: "archive" }
  | { action: "delete"; isForced: boolean }
  | { action: "set-category"; categoryId: string | null }
  | ({ action: "set-price" } & PriceChange)
  | { action: "restore" };

const strict = { additionalProperties: false };

/** What a change of several products replaced of one of them. Members that it left alone are absent. */
export const FormerMembers = Type.Object(
  {
    status: Type.Optional(Type.Enum([...productStatuses])),
    categoryId: Type.Optional(Nullable(Uuid)),
    prices: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sku: Type.String(),
            price: Type.Integer({ minimum: 0 }),
            prices: Type.Optional(
              Type.Record(Type.String({ pattern: "^[a-z]{3}$" }), Type.Integer({ minimum: 0 }), {
                additionalProperties: false,
                maxProperties: 20,
                description: "In further currencies of the site.",
              }),
            ),
          },
          strict,
        ),
        { maxItems: 2_000, description: "Those of the variants, in minor units." },
      ),
    ),
  },
  strict,
);
export type FormerMembers = Static<typeof FormerMembers>;

interface ChangedProduct {
  id: string;
  revision: number;
  /** For `restore`. */
  former?: FormerMembers | undefined;
}

type Members = Static<typeof BundleProduct>;
type Variant = Members["variants"][number];

/**
 * Changes several products of a locked site, all of them or none. Resolves with what was replaced of each; of deleted products, with nothing. Throws what
 * stands in the way, by item.
 */
export async function changeProducts(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  items: readonly ChangedProduct[],
  { change, actor }: { change: BulkChange; actor: Actor },
): Promise<FormerMembers[]> {
  const products: LockedProduct[] = [];
  const categories = new Map<string, string | null>();
  await checkEachItem(items, async ({ id, revision, former }) => {
    const product = await lockSeenProduct(tx, site.id, id, revision);
    if (change.action === "delete") await refuseProductInUse(tx, site.id, product.id, { isForced: change.isForced });
    const categoryId = change.action === "set-category" ? change.categoryId : former?.categoryId;
    if (categoryId !== undefined) categories.set(product.id, await slugOfCategory(tx, site.id, categoryId));
    products.push(product);
  });
  const recording = { actor, action: "bulkProducts" };
  if (change.action === "delete") {
    const touched = new Set<string>();
    await removeProducts(
      tx,
      { ...ctx, touched },
      site,
      products.map(({ id }) => id),
    );
    await raiseVersions(tx, ctx, site.id, { catalog: true }, touched);
    for (const { id, title } of products) {
      await recordChange(tx, ctx, { ...recording, siteId: site.id, target: { type: "product", id, label: title }, removes: true });
    }
    return [];
  }
  const ids = products.map(({ id }) => id);
  const { products: storedProducts } = await readCatalogItems(tx, site.id, ids);
  const former: FormerMembers[] = [];
  const changes = products.map((product, place): CatalogItemChange => {
    const { id } = product;
    const before = storedProducts.find((item) => item.id === id)?.members as Members | undefined;
    if (!before) throw new Error("A locked product vanished.");
    const after = changedMembers(before, change, { category: categories.get(id), former: items[place]?.former });
    former.push(formerOf(product, before, after));
    return { kind: "product", id, before, after, place };
  });
  const errors = await saveCatalogItems(tx, ctx, site, changes, recording);
  if (errors.length > 0) throw invalidMembers(errors.map(({ place, fault }) => ({ ...fault, path: `/items/${place}${fault.path}` })));
  return former;
}

function changedMembers(
  product: Members,
  change: Exclude<BulkChange, { action: "delete" }>,
  { category, former = {} }: { category: string | null | undefined; former?: FormerMembers | undefined },
): Members {
  if (change.action === "activate") return { ...product, status: "ACTIVE" };
  if (change.action === "archive") return { ...product, status: "ARCHIVED" };
  const withCategory = category === undefined ? product : { ...product, category };
  if (change.action === "set-category") return withCategory;
  if (change.action === "set-price") return withPrices(product, (variant) => repricedVariant(variant, product.currency ?? "", change));
  const { status = product.status, prices = [] } = former;
  const formerPrices = new Map(prices.map((former) => [former.sku, former]));
  return withPrices({ ...withCategory, ...(status && { status }) }, (variant) => ({ ...variant, ...formerPrices.get(variant.sku) }));
}

function withPrices(product: Members, reprice: (variant: Variant) => Variant): Members {
  return { ...product, variants: product.variants.map(reprice) };
}

/** What a change replaces of a product. */
function formerOf({ status, categoryId }: LockedProduct, before: Members, after: Members): FormerMembers {
  const pricesOf = ({ variants }: Members) => variants.map(({ sku, price, prices }) => ({ sku, price, ...(prices && { prices }) }));
  const isPriced = !isDeepStrictEqual(pricesOf(before), pricesOf(after));
  return {
    ...(after.status !== before.status && { status: status as NonNullable<FormerMembers["status"]> }),
    ...((after.category ?? null) !== (before.category ?? null) && { categoryId }),
    ...(isPriced && { prices: pricesOf(before) }),
  };
}
