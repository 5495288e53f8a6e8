import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import { forgetSlugsOf, keepFormerSlugs, ownLocale } from "./former-catalog-slugs.ts";
import { recomputeCatalog } from "./recompute-catalog.ts";
import { ChangedWords, type CatalogSite } from "./save-translations.ts";
import { productListsTag, productSlugTag, productTag } from "./tags.ts";

/** A product of a locked site: nobody else changes it until the transaction ends. */
export interface LockedProduct {
  id: string;
  slug: string;
  title: string;
  revision: number;
  status: string;
  categoryId: string | null;
  variants: { id: string; sku: string; stock: number | null }[];
}

/** Reads a product of a locked site, with its variants. */
export async function lockProduct(tx: Sql, siteId: string, id: string): Promise<LockedProduct | undefined> {
  const [product] = await tx<Omit<LockedProduct, "variants">>`
    select id, slug, title, revision, status, category_id as "categoryId" from products where site_id = ${siteId} and id = ${id} for no key update`;
  if (!product) return undefined;
  const variants = await tx<LockedProduct["variants"][number]>`
    select id, sku, stock::int as stock from variants where site_id = ${siteId} and product_id = ${id} order by position, id`;
  return { ...product, variants };
}

/**
 * Gives a product another slug, and its variants other SKUs; those that are not in `skus` get a name that nothing else has, for the save that
 * follows and removes them. `saveProducts` must follow with the slug in `renamed`.
 */
export async function renameProduct(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  product: LockedProduct,
  { slug, skus }: { slug: string; skus: ReadonlyMap<string, string> },
): Promise<void> {
  if (slug !== product.slug) {
    ctx.touched.add(productSlugTag(product.slug));
    await tx`update products set slug = ${slug} where site_id = ${siteId} and id = ${product.id}`;
    const moved = [{ itemId: product.id, locale: ownLocale, slug: product.slug }];
    await keepFormerSlugs(tx, ctx, siteId, "product", { moved });
  }
  const renamedVariants = product.variants.filter(({ id, sku }) => skus.get(id) !== sku);
  if (renamedVariants.length === 0) return;
  // Two steps, since variants may exchange their SKUs.
  const movedIds = renamedVariants.map(({ id }) => id);
  await tx`update variants set sku = id::text where site_id = ${siteId} and id = any (${movedIds}::uuid[])`;
  const named = renamedVariants.flatMap(({ id }) => {
    const sku = skus.get(id);
    return sku === undefined ? [] : [{ id, sku }];
  });
  await tx`
    update variants set sku = named.sku
    from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ sku }) => sku)}::text[]) as named (id, sku)
    where variants.site_id = ${siteId} and variants.id = named.id`;
}

/** Removes products of a locked site with their variants, prices and movements of stock. The caller raises the version of the catalogue. */
export async function removeProducts(tx: Sql, ctx: PublicWriteContext, site: CatalogSite, ids: readonly string[]): Promise<void> {
  const changed = new ChangedWords();
  await forgetSlugsOf(tx, site.id, "product", ids);
  const translations = await tx<{ locale: string; slug: string; words: string[] }>`
    delete from catalog_translations
    where site_id = ${site.id} and kind = 'product' and item_id = any (${ids}::uuid[])
    returning locale, slug, tsvector_to_array(search) as words`;
  for (const { locale, slug, words } of translations) {
    changed.addAll(locale, words);
    ctx.touched.add(productSlugTag(slug));
  }
  const products = await tx<{ id: string; slug: string; words: string[] }>`
    delete from products where site_id = ${site.id} and id = any (${ids}::uuid[])
    returning id, slug, tsvector_to_array(search) as words`;
  for (const { id, slug, words } of products) {
    changed.addAll(undefined, words);
    ctx.touched.add(productTag(id)).add(productSlugTag(slug)).add(productListsTag);
  }
  await recomputeCatalog(tx, ctx, site, changed);
  const events = products.map(({ id, slug }): NewWebhookEvent => ({ type: "product.deleted", data: { id, slug } }));
  await recordWebhookEvents(tx, ctx, site.id, events);
}
