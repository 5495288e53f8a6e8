import type { Sql } from "../../ports/database.ts";
import { readAssetNames } from "../media/index.ts";

type Members = Record<string, unknown>;

/** A stored picture. */
interface Shown extends Members {
  asset?: string;
  alt: string | null;
}

export type CatalogSection = "categories" | "products" | "plans";

/** The sections of the catalogue. Categories and products in the order of their creation, which ids preserve in a copy. */
export async function readCatalog(
  tx: Sql,
  siteId: string,
  assetNames: ReadonlyMap<string, string>,
): Promise<Record<CatalogSection, Members[]>> {
  const { categories, products, plans } = await readCatalogItems(tx, siteId, null, assetNames);
  const membersOf = (items: readonly { members: Members }[]) => items.map(({ members }) => members);
  return { categories: membersOf(categories), products: membersOf(products), plans: membersOf(plans) };
}

/** Items of the catalogue in the members of a bundle: those with some ids, or all. */
export async function readCatalogItems(
  tx: Sql,
  siteId: string,
  ids: readonly string[] | null,
  assetNames?: ReadonlyMap<string, string>,
): Promise<Record<CatalogSection, { id: string; members: Members }[]>> {
  const categories = await tx<{ id: string; category: Members }>`
    select categories.id, json_build_object(
      'slug', categories.slug,
      'title', categories.title,
      'description', categories.description,
      'seo', categories.seo,
      'image', categories.image,
      'parent', above.slug,
      'status', categories.status,
      'position', categories.position,
      'translations', (
        select json_object_agg(locale, words order by locale)
        from catalog_translations
        where site_id = ${siteId} and kind = 'category' and item_id = categories.id and words is not null
      )
    ) as category
    from categories
    left join categories as above on above.site_id = categories.site_id and above.id = categories.parent_id
    where categories.site_id = ${siteId} and (${ids}::uuid[] is null or categories.id = any (${ids}::uuid[]))
    order by categories.created_at, categories.id`;
  const products = await tx<{ id: string; product: Members }>`
    select products.id, json_build_object(
      'slug', products.slug,
      'title', products.title,
      'description', products.description,
      'seo', products.seo,
      'status', products.status,
      'category', categories.slug,
      'currency', products.currency,
      'images', products.images,
      'options', products.options,
      'attributes', products.attributes,
      'variants', (
        select json_agg(
          json_build_object(
            'sku', variants.sku,
            'title', variants.title,
            'price', variants.price,
            'compareAtPrice', variants.compare_at_price,
            'options', variants.options,
            'stock', variants.stock
          )
          order by variants.position, variants.id
        )
        from variants where variants.site_id = ${siteId} and variants.product_id = products.id
      ),
      'translations', (
        select json_object_agg(locale, words order by locale)
        from catalog_translations
        where site_id = ${siteId} and kind = 'product' and item_id = products.id and words is not null
      )
    ) as product
    from products
    left join categories on categories.site_id = products.site_id and categories.id = products.category_id
    where products.site_id = ${siteId} and (${ids}::uuid[] is null or products.id = any (${ids}::uuid[]))
    order by products.created_at, products.id`;
  const plans = await tx<{ id: string; plan: Members }>`
    select id, json_build_object(
      'slug', slug,
      'name', name,
      'description', description,
      'seo', seo,
      'price', price,
      'currency', currency,
      'interval', interval,
      'intervalCount', interval_count,
      'trialDays', trial_days,
      'features', features,
      'status', status,
      'translations', (
        select json_object_agg(locale, words order by locale)
        from catalog_translations
        where site_id = ${siteId} and kind = 'plan' and item_id = plans.id and words is not null
      )
    ) as plan
    from plans where site_id = ${siteId} and (${ids}::uuid[] is null or id = any (${ids}::uuid[]))
    order by price, id`;
  const shown = [
    ...products.map(({ product }) => product.images),
    ...categories.map(({ category }) => [category.image]),
  ] as (Shown | null)[][];
  const shownIds = [...new Set(shown.flat().flatMap((picture) => (picture?.asset === undefined ? [] : [picture.asset])))];
  const names = assetNames ?? (await readAssetNames(tx, siteId, shownIds));
  /** An asset as authors write it. */
  const named = (picture: Shown | null) => {
    if (picture?.asset === undefined) return picture;
    return { asset: names.get(picture.asset) ?? picture.asset, ...(picture.alt === null ? {} : { alt: picture.alt }) };
  };
  for (const { product } of products) product.images = (product.images as Shown[]).map(named);
  for (const { category } of categories) category.image = named(category.image as Shown | null);
  return {
    categories: categories.map(({ id, category }) => ({ id, members: withoutAbsent(category) })),
    products: products.map(({ id, product }) => ({ id, members: withoutAbsent(product) })),
    plans: plans.map(({ id, plan }) => ({ id, members: withoutAbsent(plan) })),
  };
}

/** Most items have neither of these. */
function withoutAbsent({ seo, translations, ...members }: Members): Members {
  return { ...members, ...(seo === null ? {} : { seo }), ...(translations === null ? {} : { translations }) };
}
