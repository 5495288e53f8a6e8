import type { Sql } from "../../../ports/database.ts";
import { translateProduct, type ProductWords } from "./translation.ts";

/** The titles of variants and their products in a locale, by the variant's id; without those that have no translation. */
export async function readTranslatedTitles(
  sql: Sql,
  siteId: string,
  variantIds: readonly string[],
  locale: string,
): Promise<Map<string, { product: string; variant: string }>> {
  const rows = await sql<{
    variantId: string;
    sku: string;
    title: string;
    chosen: string;
    product: string;
    options: string;
    words: string;
  }>`
    select
      variants.id as "variantId",
      variants.sku,
      variants.title,
      variants.options::text as chosen,
      products.title as product,
      products.options::text as options,
      translated.words::text as words
    from variants
    join products on products.site_id = ${siteId} and products.id = variants.product_id
    join catalog_translations as translated
      on translated.site_id = ${siteId}
      and translated.kind = 'product'
      and translated.item_id = variants.product_id
      and translated.locale = ${locale}
    where variants.site_id = ${siteId} and variants.id = any (${variantIds}::uuid[]) and translated.words is not null`;
  return new Map(
    rows.map(({ variantId, sku, title, chosen, product, options, words }) => {
      const variant = { sku, title, options: JSON.parse(chosen) as Record<string, string> };
      const shownProduct = {
        slug: "",
        title: product,
        description: null,
        category: null,
        attributes: {},
        options: JSON.parse(options) as { name: string; values: string[] }[],
        variants: [variant],
      };
      const translated = translateProduct(shownProduct, JSON.parse(words) as ProductWords);
      return [variantId, { product: translated.title, variant: translated.variants[0]?.title ?? title }];
    }),
  );
}
