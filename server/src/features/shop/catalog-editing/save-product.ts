import type { Actor } from "../../../lib/admin/identity.ts";
import { invalidMember, invalidMembers, ProblemError, type ValidationError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { conflictAbout } from "../../people/audit/index.ts";
import { idOfItem, readCatalogItems, saveCatalogItems } from "../../content/bundle/index.ts";
import type { AdminSite } from "../../server/sites/index.ts";
import {
  findCatalogItemIds,
  findSkuConflicts,
  lockProduct,
  productNotFound,
  readEditedProduct,
  renameProduct,
  type EditedProduct,
  type LockedProduct,
} from "../catalog/index.ts";
import type { ProductBody } from "./product-body.ts";

/** The product at the revision that somebody has seen, if they name one. Throws otherwise. */
export async function lockSeenProduct(tx: Sql, siteId: string, id: string, seen?: number): Promise<LockedProduct> {
  const product = isUuid(id) ? await lockProduct(tx, siteId, id) : undefined;
  if (!product) throw new ProblemError(productNotFound);
  if (seen !== undefined && product.revision !== seen) {
    throw await conflictAbout(tx, siteId, { type: "product", id: product.id }, product.revision);
  }
  return product;
}

export async function readProduct(sql: Sql, siteId: string, id: string): Promise<EditedProduct> {
  const product = isUuid(id) ? await readEditedProduct(sql, siteId, id) : undefined;
  if (!product) throw new ProblemError(productNotFound);
  return product;
}

/** Creates a product of a locked site, or replaces one, by the rules of an import. Throws `validation_failed`. */
export async function saveProduct(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { product, body }: { product: LockedProduct | null; body: ProductBody },
  recording: { actor: Actor; action: string },
): Promise<EditedProduct> {
  const { categoryId, variants, ...members } = body;
  await refuseTaken(tx, site.id, body, product);
  const category = await slugOfCategory(tx, site.id, categoryId ?? null);
  const ids = product ? matchedVariants(product, variants) : new Map<number, string>();
  const skus = new Map([...ids].map(([place, id]) => [id, variants[place]?.sku ?? ""]));
  const stocks = new Map(product?.variants.map(({ id, stock }) => [id, stock]));
  // A bundle's variant that exists keeps its stock: the record of the change must not tell another one.
  const after = {
    ...members,
    category,
    variants: variants.map(({ id: _id, ...variant }, place) => {
      const storedId = ids.get(place);
      return storedId === undefined ? variant : { ...variant, stock: stocks.get(storedId) ?? null };
    }),
  };
  const before = product ? ((await readCatalogItems(tx, site.id, [product.id])).products[0]?.members ?? null) : null;
  const touched = new Set<string>();
  const isRenamed =
    product !== null && (product.slug !== body.slug || product.variants.some(({ id, sku }) => (skus.get(id) ?? sku) !== sku));
  if (product && isRenamed) {
    await refuseTakenSkus(tx, site.id, body, product);
    await renameProduct(tx, { ...ctx, touched }, site.id, product, { slug: body.slug, skus });
  }
  const item = { kind: "product" as const, id: product?.id ?? null, before, after, place: 0, isRenamed };
  const errors = await saveCatalogItems(tx, ctx, site, [item], { ...recording, touched });
  if (errors.length > 0)
    throw invalidMembers(errors.map(({ fault }) => ({ ...fault, path: fault.path.replace(/^\/category$/, "/categoryId") })));
  return readProduct(tx, site.id, product?.id ?? (await idOfItem(tx, site.id, "product", body.slug)));
}

/** The ids of the product's variants by the places of those that shall replace them: by id, then by SKU. */
function matchedVariants(product: LockedProduct, variants: ProductBody["variants"]): Map<number, string> {
  const variantIds = new Set(product.variants.map(({ id }) => id));
  const errors: ValidationError[] = [];
  const matched = new Map<number, string>();
  const taken = new Set<string>();
  for (const [place, { id }] of variants.entries()) {
    if (id === undefined) continue;
    const variantId = id.toLowerCase();
    const path = `/variants/${place}/id`;
    if (!variantIds.has(variantId))
      errors.push({ path, code: "unknown", message: "is not a variant of the product: leave it out to add one" });
    else if (taken.has(variantId)) errors.push({ path, code: "duplicate", message: "is named twice" });
    else {
      taken.add(variantId);
      matched.set(place, variantId);
    }
  }
  if (errors.length > 0) throw invalidMembers(errors);
  for (const [place, { id, sku }] of variants.entries()) {
    const variant = product.variants.find((each) => each.sku === sku && !taken.has(each.id));
    if (id !== undefined || !variant) continue;
    taken.add(variant.id);
    matched.set(place, variant.id);
  }
  return matched;
}

/** Refuses the slug of another product. */
async function refuseTaken(tx: Sql, siteId: string, { slug }: ProductBody, product: LockedProduct | null): Promise<void> {
  const [other] = await findCatalogItemIds(tx, siteId, [{ kind: "product", name: slug }]);
  if (!other || other.id === product?.id) return;
  throw invalidMember("/slug", "duplicate", "is the slug of another product: choose another one");
}

/** Refuses SKUs of other products, which the database would not take. */
async function refuseTakenSkus(tx: Sql, siteId: string, { variants }: ProductBody, product: LockedProduct): Promise<void> {
  const places = new Map<string, number>();
  const errors: ValidationError[] = [];
  for (const [place, { sku }] of variants.entries()) {
    if (places.has(sku)) errors.push({ path: `/variants/${place}/sku`, code: "duplicate", message: "is the SKU of two variants" });
    places.set(sku, place);
  }
  for (const { sku, takenBy } of await findSkuConflicts(tx, siteId, [{ slug: product.slug, variants }])) {
    const path = `/variants/${places.get(sku) ?? 0}/sku`;
    errors.push({ path, code: "sku_taken", message: `is an SKU of "${takenBy}" already` });
  }
  if (errors.length > 0) throw invalidMembers(errors);
}

/** Throws `validation_failed` if the site has no such category. */
export async function slugOfCategory(tx: Sql, siteId: string, categoryId: string | null): Promise<string | null> {
  if (categoryId === null) return null;
  const slug = (await readCatalogItems(tx, siteId, [categoryId])).categories[0]?.members.slug;
  if (typeof slug === "string") return slug;
  throw invalidMember("/categoryId", "unknown", "is not one of the site's categories");
}
