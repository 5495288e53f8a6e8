import {
  findSkuConflicts,
  saveCategories,
  savePlans,
  saveProducts,
  settleCatalog,
  storedPicture,
  type CategoryInput,
  type PlanInput,
  type ProductInput,
} from "../catalog/index.ts";
import { canonicalCurrency } from "../../lib/text/money.ts";
import type { Fault } from "../../lib/http/problem.ts";
import type { PublicSaving } from "../../lib/published/saving.ts";
import { addTally, emptyTally, hasChanges, type Tally } from "../../lib/observing/tally.ts";
import type { Sql } from "../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import type { Bundle, BundleCategory, BundlePlan, BundleProduct } from "./schema.ts";

const batchSize = 500;

export interface CatalogOptions {
  setStock: boolean;
  locate(faults: readonly Fault[]): Fault[];
  onProgress(section: string, done: number, total: number): void;
}

/** Saves the bundle's catalogue, then derives paths, visibility, counts and search words once. */
export async function saveCatalog(
  tx: Sql,
  saving: PublicSaving,
  siteId: string,
  { site, categories = [], products = [], plans = [] }: Bundle,
  { setStock, locate, onProgress }: CatalogOptions,
): Promise<Record<"categories" | "products" | "plans", Tally>> {
  const currencyOf = (currency: string | undefined) => canonicalCurrency(currency ?? site.currency) ?? site.currency.toLowerCase();
  const savedCategories = await saveCategories(tx, saving, siteId, categories.map(categoryInput));
  const words = new Set(savedCategories.words);

  const conflicts = await findSkuConflicts(tx, siteId, products);
  if (conflicts.length > 0) throw new BundleError(locate(conflicts.map((conflict) => skuFault(products, conflict))));
  let productTally = emptyTally();
  for (let start = 0; start < products.length; start += batchSize) {
    const inputs = products.slice(start, start + batchSize).map((product) => productInput(product, currencyOf));
    const saved = await saveProducts(tx, saving, siteId, inputs, { setStock });
    for (const word of saved.words) words.add(word);
    productTally = addTally(productTally, saved.tally);
    onProgress("products", Math.min(start + batchSize, products.length), products.length);
  }
  if (hasChanges(savedCategories.tally) || hasChanges(productTally)) await settleCatalog(tx, saving, siteId, words);
  const planTally = await savePlans(
    tx,
    saving,
    siteId,
    plans.map((plan) => planInput(plan, currencyOf)),
  );
  return { categories: savedCategories.tally, products: productTally, plans: planTally };
}

function categoryInput({ slug, title, description, image, parent, status, position }: BundleCategory): CategoryInput {
  return {
    ...{ slug, title, description: description ?? null, parent: parent ?? null, position: position ?? 0, status: status ?? "ACTIVE" },
    image: image ? storedPicture(image) : null,
  };
}

/** A product of a bundle, ready to be saved. */
export function productInput(product: BundleProduct, currencyOf: (currency: string | undefined) => string): ProductInput {
  const { slug, title, description, status, category, currency, images = [], options = [], attributes = {}, variants } = product;
  return {
    ...{ slug, title, description: description ?? null, status: status ?? "ACTIVE", category: category ?? null },
    ...{ currency: currencyOf(currency), images: images.map(storedPicture), options, attributes },
    variants: variants.map((variant) => ({
      sku: variant.sku,
      title: variant.title ?? (Object.values(variant.options ?? {}).join(", ") || title),
      price: variant.price,
      compareAtPrice: variant.compareAtPrice ?? null,
      options: variant.options ?? {},
      stock: variant.stock ?? null,
    })),
  };
}

function planInput(plan: BundlePlan, currencyOf: (currency: string | undefined) => string): PlanInput {
  const { description, currency, intervalCount, trialDays, features, status, ...given } = plan;
  return {
    ...given,
    description: description ?? null,
    currency: currencyOf(currency),
    intervalCount: intervalCount ?? 1,
    trialDays: trialDays ?? 0,
    features: features ?? [],
    status: status ?? "ACTIVE",
  };
}

function skuFault(products: readonly BundleProduct[], { sku, takenBy }: { sku: string; takenBy: string }): Fault {
  const product = products.findIndex(({ slug, variants }) => slug !== takenBy && variants.some((variant) => variant.sku === sku));
  const variant = products[product]?.variants.findIndex((candidate) => candidate.sku === sku) ?? 0;
  return { path: `/products/${product}/variants/${variant}/sku`, code: "sku_taken", message: `is an SKU of "${takenBy}" already` };
}
