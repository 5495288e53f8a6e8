import { noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { EditedProduct } from "./edited-products.ts";

/** A product as an export shows it: `category` is a slug. */
export interface ExportedProduct extends Pick<EditedProduct, "slug" | "title" | "status" | "currency"> {
  category: string | null;
  variants: Omit<EditedProduct["variants"][number], "id" | "weightGrams" | "requiresShipping">[];
}

const mostOptionNames = 50;
/** A page has so many variants, and the remaining ones of its last product. */
const pageVariants = 1_000;

/** The names of the options of a site's products, the most frequent first: at most 50. */
export async function readOptionNames(sql: Sql, siteId: string): Promise<string[]> {
  const rows = await sql<{ name: string | null }>`
    select listed.option ->> 'name' as name
    from products, json_array_elements(products.options) as listed (option)
    where products.site_id = ${siteId}
    group by listed.option ->> 'name'
    order by count(*) desc, (listed.option ->> 'name') collate "C"
    limit ${mostOptionNames}`;
  return rows.flatMap(({ name }) => name ?? []);
}

/** Those of the names that are options of the site's products. */
export async function findOptionNames(sql: Sql, siteId: string, names: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string | null }>`
    select distinct listed.option ->> 'name' as name
    from products, json_array_elements(products.options) as listed (option)
    where products.site_id = ${siteId} and listed.option ->> 'name' = any (${names}::text[])`;
  return rows.flatMap(({ name }) => name ?? []);
}

/** All products of a site with their variants, in the order of their ids. Each page is read on demand. */
export async function* exportedProducts(sql: Sql, siteId: string): AsyncGenerator<ExportedProduct, void> {
  // Ids never change, so no product is read twice. One statement reads a page, so a product fits its variants.
  let after = noUuid;
  for (;;) {
    const rows = await sql<Omit<ExportedProduct, "variants" | "status"> & { id: string; status: string; variants: string | null }>`
      select
        products.id, products.slug, products.title, products.status, products.currency, categories.slug as category,
        (
          select json_agg(
            json_build_object(
              'sku', variants.sku, 'title', variants.title, 'price', variants.price, 'compareAtPrice', variants.compare_at_price,
              'options', variants.options, 'stock', variants.stock, 'prices', priced.prices, 'compareAtPrices', priced.compared
            )
            order by variants.position, variants.id
          )::text
          from variants
          cross join lateral (
            select
              coalesce(json_object_agg(currency, price order by currency), '{}') as prices,
              coalesce(json_object_agg(currency, compare_at_price order by currency) filter (where compare_at_price is not null), '{}') as compared
            from currency_prices
            where site_id = ${siteId} and variant_id = variants.id
          ) as priced
          where variants.site_id = ${siteId} and variants.product_id = products.id
        ) as variants
      from products
      left join categories on categories.site_id = ${siteId} and categories.id = products.category_id
      where products.site_id = ${siteId} and products.id in (
        select following.product_id
        from (
          select variants.product_id from variants
          where variants.site_id = ${siteId} and variants.product_id > ${after}
          order by variants.product_id
          limit ${pageVariants}
        ) as following
      )
      order by products.id`;
    if (rows.length === 0) return;
    for (const { id, variants, ...product } of rows) {
      after = id;
      yield {
        ...product,
        status: product.status as ExportedProduct["status"],
        variants: JSON.parse(variants ?? "[]") as ExportedProduct["variants"],
      };
    }
  }
}
