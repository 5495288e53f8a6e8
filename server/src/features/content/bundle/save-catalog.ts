import {
  ChangedWords,
  findSkuConflicts,
  saveCategories,
  savePlans,
  saveProducts,
  recomputeCatalog,
  settleLocales,
  titleOf,
  ownLocale,
  type CategoryInput,
  type LocaleSlug,
  type PlanInput,
  type ProductInput,
} from "../../shop/catalog/index.ts";
import { completeSeo } from "../../../lib/http/seo.ts";
import { standardClass } from "../../../lib/totals/tax-rules.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { addTally, emptyTally, hasChanges, type Tally } from "../../../lib/observing/tally.ts";
import type { Sql } from "../../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import { findPictures, type PictureOf } from "./find-pictures.ts";
import type { Bundle, BundleAliases, BundleCategory, BundlePlan, BundleProduct } from "./schema.ts";

const batchSize = 500;

export interface CatalogOptions {
  setStock: boolean;
  /** Whether the site may have other locales than when its catalogue was last saved. */
  hasNewLocales: boolean;
  /** The slugs of products and categories that this transaction has changed already, as `renameProduct` does. */
  renamed?: Readonly<Record<"products" | "categories", ReadonlySet<string>>>;
  /** As of `recomputeCatalog`. */
  gathersStatistics?: boolean;
  locate(errors: readonly ValidationError[]): ValidationError[];
  onProgress(section: string, done: number, total: number): void;
}

/** Saves the bundle's catalogue, then derives paths, visibility, counts and search words once. */
export async function saveCatalog(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  bundle: Bundle,
  { setStock, locate, onProgress, hasNewLocales, renamed, gathersStatistics = false }: CatalogOptions,
): Promise<Record<"categories" | "products" | "plans", Tally>> {
  const { site: bundleSite, categories = [], products = [], plans = [] } = bundle;
  const pictureOf = await findPictures(tx, siteId, bundle);
  const site = { id: siteId, defaultLocale: bundleSite.defaultLocale, locales: bundleSite.locales };
  const currencyOf = (currency: string | undefined) =>
    canonicalCurrency(currency ?? bundleSite.currency) ?? bundleSite.currency.toLowerCase();
  if (hasNewLocales) await settleLocales(tx, site);
  const changed = new ChangedWords();
  const categoryInputs = categories.map((category) => categoryInput(category, pictureOf));
  const categoryTally = await saveCategories(tx, ctx, site, categoryInputs, { changed, ...(renamed && { renamed: renamed.categories }) });

  const ofSkus = await skuErrors(tx, siteId, products);
  if (ofSkus.length > 0) throw new BundleError(locate(ofSkus));
  let productTally = emptyTally();
  for (let start = 0; start < products.length; start += batchSize) {
    const inputs = products.slice(start, start + batchSize).map((product) => productInput(product, { currencyOf, pictureOf }));
    productTally = addTally(
      productTally,
      await saveProducts(tx, ctx, site, inputs, { setStock, changed, ...(renamed && { renamed: renamed.products }) }),
    );
    onProgress("products", Math.min(start + batchSize, products.length), products.length);
  }
  if (hasChanges(categoryTally) || hasChanges(productTally)) await recomputeCatalog(tx, ctx, site, changed, { gathersStatistics });
  const planTally = await savePlans(
    tx,
    ctx,
    site,
    plans.map((plan) => planInput(plan, currencyOf)),
  );
  return { categories: categoryTally, products: productTally, plans: planTally };
}

/** Slugs by locale; those without one stand beside the item's own slug. */
export function localeSlugs(aliases: BundleAliases = []): LocaleSlug[] {
  return aliases.map((alias) => (typeof alias === "string" ? { locale: ownLocale, slug: alias } : alias));
}

function categoryInput(category: BundleCategory & { aliases?: BundleAliases }, pictureOf: PictureOf): CategoryInput {
  const { slug, title, description, seo, image, parent, status, position, translations } = category;
  return {
    slug,
    aliases: localeSlugs(category.aliases),
    title,
    description: description ?? null,
    parent: parent ?? null,
    position: position ?? 0,
    status: status ?? "ACTIVE",
    seo: seo ? completeSeo(seo) : null,
    image: image ? pictureOf(image) : null,
    translations: givenWords(translations),
  };
}

type Given<Words> = { [Member in keyof Words]: Exclude<Words[Member], null> };

/** Translations without the members that say nothing. */
function givenWords<Words extends object>(translations: Readonly<Record<string, Words>> = {}): Record<string, Given<Words>> {
  return Object.fromEntries(Object.entries(translations).map(([locale, words]) => [locale, withoutNulls(words)]));
}

function withoutNulls<Value extends object>(value: Value): Given<Value> {
  const entries = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (member === null || member === undefined) return [];
    if (name !== "seo") return [[name, member]];
    const seo = withoutNulls(member);
    return Object.keys(seo).length === 0 ? [] : [[name, seo]];
  });
  return Object.fromEntries(entries) as Given<Value>;
}

/** A product of a bundle, ready to be saved. */
export function productInput(
  product: BundleProduct & { aliases?: BundleAliases },
  { currencyOf, pictureOf }: { currencyOf: (currency: string | undefined) => string; pictureOf: PictureOf },
): ProductInput {
  const {
    slug,
    title,
    description,
    seo,
    status,
    category,
    currency,
    taxClass,
    giftCard,
    images = [],
    options = [],
    attributes = {},
    variants,
  } = product;
  return {
    slug,
    aliases: localeSlugs(product.aliases),
    title,
    description: description ?? null,
    status: status ?? "ACTIVE",
    category: category ?? null,
    currency: currencyOf(currency),
    taxClass: taxClass ?? standardClass,
    giftCard: giftCard ?? false,
    images: images.map(pictureOf),
    options,
    attributes,
    seo: seo ? completeSeo(seo) : null,
    translations: givenWords(product.translations),
    variants: variants.map((variant) => ({
      sku: variant.sku,
      title: variant.title ?? titleOf(Object.values(variant.options ?? {}), title),
      price: variant.price,
      compareAtPrice: variant.compareAtPrice ?? null,
      prices: withoutOwn(variant.prices, currencyOf(currency)),
      compareAtPrices: withoutOwn(variant.compareAtPrices, currencyOf(currency)),
      options: variant.options ?? {},
      weightGrams: variant.weightGrams ?? null,
      requiresShipping: variant.requiresShipping ?? true,
      stock: variant.stock ?? null,
    })),
  };
}

/** The amounts in further currencies: that in the product's own one repeats a member of its own. */
function withoutOwn(amounts: BundleProduct["variants"][number]["prices"] = {}, own: string): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).filter(([currency]) => currency !== own));
}

function planInput(plan: BundlePlan, currencyOf: (currency: string | undefined) => string): PlanInput {
  const { description, seo, currency, intervalCount, trialDays, features, status, translations, ...planMembers } = plan;
  return {
    ...planMembers,
    seo: seo ? completeSeo(seo) : null,
    translations: givenWords(translations),
    description: description ?? null,
    currency: currencyOf(currency),
    intervalCount: intervalCount ?? 1,
    trialDays: trialDays ?? 0,
    features: features ?? [],
    status: status ?? "ACTIVE",
  };
}

/** The errors of SKUs that other products of the site have. */
export async function skuErrors(tx: Sql, siteId: string, products: readonly BundleProduct[]): Promise<ValidationError[]> {
  return (await findSkuConflicts(tx, siteId, products)).map((conflict) => skuError(products, conflict));
}

function skuError(products: readonly BundleProduct[], { sku, takenBy }: { sku: string; takenBy: string }): ValidationError {
  const product = products.findIndex(({ slug, variants }) => slug !== takenBy && variants.some((variant) => variant.sku === sku));
  const variant = products[product]?.variants.findIndex((candidate) => candidate.sku === sku) ?? 0;
  return { path: `/products/${product}/variants/${variant}/sku`, code: "sku_taken", message: `is an SKU of "${takenBy}" already` };
}
