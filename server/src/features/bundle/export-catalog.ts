import type { Sql } from "../../ports/database.ts";

type Members = Record<string, unknown>;

/** The sections of the catalogue. Categories and products in the order of their creation, which ids preserve in a copy. */
export async function readCatalog(tx: Sql, siteId: string): Promise<Record<"categories" | "products" | "plans", Members[]>> {
  const categories = await tx<{ category: Members }>`
    select json_build_object(
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
    where categories.site_id = ${siteId}
    order by categories.created_at, categories.id`;
  const products = await tx<{ product: Members }>`
    select json_build_object(
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
    where products.site_id = ${siteId}
    order by products.created_at, products.id`;
  const plans = await tx<{ plan: Members }>`
    select json_build_object(
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
    from plans where site_id = ${siteId}
    order by price, id`;
  return {
    categories: categories.map(({ category }) => withoutAbsent(category)),
    products: products.map(({ product }) => withoutAbsent(product)),
    plans: plans.map(({ plan }) => withoutAbsent(plan)),
  };
}

/** Most items have neither of these. */
function withoutAbsent({ seo, translations, ...members }: Members): Members {
  return { ...members, ...(seo === null ? {} : { seo }), ...(translations === null ? {} : { translations }) };
}
