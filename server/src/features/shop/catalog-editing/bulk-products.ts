import type { Actor } from "../../../lib/admin/identity.ts";
import { checkEachItem } from "../../../lib/http/each-item.ts";
import { invalidMembers } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { readCatalogItems, saveCatalogItems, type BundleProduct, type CatalogItemChange } from "../../content/bundle/index.ts";
import { recordChange } from "../../people/audit/index.ts";
import { raiseVersions, type AdminSite } from "../../server/sites/index.ts";
import { removeProducts, type LockedProduct } from "../catalog/index.ts";
import { changedPrice, type PriceChange } from "./change-price.ts";
import { refuseProductInUse } from "./product-in-use.ts";
import { lockSeenProduct, slugOfCategory } from "./save-product.ts";
import type { Static } from "typebox";

/** A change that applies to several products alike. */
export type BulkChange =
  | { action: "activate" }
  | { action: "archive" }
  | { action: "delete"; isForced: boolean }
  | { action: "set-category"; categoryId: string | null }
  | ({ action: "set-price" } & PriceChange);

type Members = Static<typeof BundleProduct>;

/** Changes several products of a locked site, all of them or none. Throws what stands in the way, by item. */
export async function changeProducts(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  items: readonly { id: string; revision: number }[],
  { change, actor }: { change: BulkChange; actor: Actor },
): Promise<void> {
  const products: LockedProduct[] = [];
  await checkEachItem(items, async ({ id, revision }) => {
    const product = await lockSeenProduct(tx, site.id, id, revision);
    if (change.action === "delete") await refuseProductInUse(tx, site.id, product.id, { isForced: change.isForced });
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
    return;
  }
  const category = change.action === "set-category" ? await slugOfCategory(tx, site.id, change.categoryId) : null;
  const ids = products.map(({ id }) => id);
  const { products: storedProducts } = await readCatalogItems(tx, site.id, ids);
  const changes = products.map(({ id }, place): CatalogItemChange => {
    const before = storedProducts.find((item) => item.id === id)?.members as Members | undefined;
    if (!before) throw new Error("A locked product vanished.");
    return { kind: "product", id, before, after: changedMembers(before, change, category), place };
  });
  const errors = await saveCatalogItems(tx, ctx, site, changes, recording);
  if (errors.length > 0) throw invalidMembers(errors.map(({ place, fault }) => ({ ...fault, path: `/items/${place}${fault.path}` })));
}

function changedMembers(product: Members, change: Exclude<BulkChange, { action: "delete" }>, category: string | null): Members {
  if (change.action === "activate") return { ...product, status: "ACTIVE" };
  if (change.action === "archive") return { ...product, status: "ARCHIVED" };
  if (change.action === "set-category") return { ...product, category };
  const variants = product.variants.map((variant) => ({
    ...variant,
    price: changedPrice(variant.price, product.currency ?? "", change),
  }));
  return { ...product, variants };
}
