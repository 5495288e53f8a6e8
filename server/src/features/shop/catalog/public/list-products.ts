import type { ReadDeps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { offsetOf, pagedJson, pageLinks } from "../../../../lib/http/paging.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import type { Site } from "../../../../lib/site.ts";
import { statement } from "../../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../../ports/database.ts";
import { showingIn } from "../picture.ts";
import { isShownProduct, Product, productJson, type ShownProduct } from "../product.ts";
import { currencyUnsupported } from "../../../../lib/text/currency.ts";
import { localeUnsupported } from "../../../../lib/text/locale.ts";
import { pricesIn } from "../currency-prices.ts";
import { foundProducts } from "../found-products.ts";
import { productListsTag, productTag } from "../tags.ts";
import { withLocale } from "../translation.ts";
import { translatedColumns } from "../translated-columns.ts";
import { productListKey, ProductQuery, type ProductListKey } from "../product-query.ts";

/** The active products, filtered, searched and ordered. */
export const listProducts = publishedRead(
  {
    id: "listProducts",
    path: "/api/v1/shop/products",
    problems: [localeUnsupported, currencyUnsupported],
    tags: ["Catalogue"],
    summary: "List products",
    description: "Whole products, all filters together. `total` is exact.",
    query: ProductQuery,
    response: { 200: List(Product) },
  },
  ({ site, query }) => productListKey(site, query),
  async ({ sql, ...deps }: ReadDeps<"publicUrl" | "media">, site, key) => {
    const { page, pageSize, ...parameters } = key;
    const { catalogVersion, stockVersion, total, products } = await readProducts(sql, site, key);
    const showing = showingIn(deps, site, key.locale);
    const withStock = products.filter(({ showsStock }) => showsStock);
    return {
      catalogVersion,
      ...(withStock.length > 0 ? { stockVersion } : {}),
      tags: [productListsTag, ...withStock.map(({ id }) => productTag(id))],
      json: pagedJson(
        products.map((product) => withLocale(productJson(product, showing, key.currency), product, { ...site, locale: key.locale })),
        { page, pageSize },
        total,
      ),
      link: pageLinks(asTexts(parameters), { page, pageSize }, total),
    };
  },
);

/** A list is evicted with every change of a category: it needs none of its products' own. */
type ListedShown = Omit<ShownProduct, "categoryId">;
type ListedProduct = { catalogVersion: number; stockVersion: number; total: number } & { [K in keyof ListedShown]: ListedShown[K] | null };

async function readProducts(sql: Sql, site: Site, key: ProductListKey) {
  const { before, from, total: exactTotal, order } = foundProducts(site, key);
  const rows = await sql<ListedProduct>(
    ...statement`
      ${before}
      select
        site_versions.catalog_version::float8 as "catalogVersion",
        coalesce(stock_versions.version, 0)::float8 as "stockVersion",
        ${exactTotal} as total,
        item.id,
        shown.slug,
        shown.json,
        shown.images,
        shown.shows_stock as "showsStock",
        ${pricesIn(site, key.currency)} as prices,
        ${translatedColumns(site, "product", key.locale)}
      from site_versions
      left join stock_versions on stock_versions.site_id = ${site.id}
      left join lateral (
        select page.id, row_number() over () as place
        from (
          select id from ${from}
          order by ${order}
          limit ${key.pageSize} offset ${offsetOf(key)}
        ) as page
      ) as item on true
      left join lateral (
        select id, slug, category_id, json, images, shows_stock from public_products where site_id = ${site.id} and id = item.id offset 0
      ) as shown on true
      where site_versions.site_id = ${site.id}
      order by item.place`,
  );
  const { catalogVersion = -1, stockVersion = -1, total = 0 } = rows[0] ?? {};
  return { catalogVersion, stockVersion, total, products: rows.filter(isShownProduct) };
}

function asTexts(parameters: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}
