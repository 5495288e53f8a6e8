import type { Site } from "../../../lib/site.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { translatedLocale, vocabularyIn } from "./listing.ts";
import { idOf } from "./translated-columns.ts";
import { leastRelevantFirst, mostRelevantFirst, rankColumns } from "../../../lib/search/rank-columns.ts";
import { searchTerms } from "../../../lib/search/search-text.ts";
import type { ProductListKey } from "./product-query.ts";

/** How a list finds its products: the part before the statement, the source to page, its exact number of products, and the order. */
export interface FoundProducts {
  before: SqlPiece;
  from: SqlPiece;
  total: SqlPiece;
  order: SqlPiece;
}

/**
 * The products that pass the filters, with all columns for ordering. Constant texts: each set of filters is one statement, with a plan of
 * its own. `offset 0` keeps the planner from joining in another order: it assumes that every site is as large as the average, and would
 * read a large site's products one by one to find a category's, or a search's.
 */
export function foundProducts(site: Site, key: ProductListKey): FoundProducts {
  const { q, status, categoryId, category, sort } = key;
  const listed = piece`${listedIn(site, key)} where site_id = ${site.id}`;
  // No other status is public, regardless of the other filters.
  if (status !== undefined) return { before: piece``, from: piece`${listed} and false`, total: piece`0`, order: piece`id` };
  const order = (key.currency === undefined ? orders[sort] : (pricedOrders[sort] ?? orders[sort])) ?? piece`id`;
  if (q !== undefined) return { before: searched(site, key, q), from: piece`found`, total: counted(piece`found`), order };
  if (categoryId !== undefined || category !== undefined)
    return { before: inCategories(site, key), from: piece`found`, total: counted(piece`found`), order };
  // No category and no search: an index has the site's products in every order.
  if (key.minPrice === undefined && key.maxPrice === undefined) return { before: piece``, from: listed, total: totalOf(site), order };
  const from = piece`${listed} ${priceFilter(key)}`;
  return { before: piece``, from, total: counted(from), order };
}

/**
 * The products to look among: in another locale with its titles and words, if the list is searched or ordered by them; in a currency with their
 * lowest prices in it, null without one, if the list is filtered or ordered by them.
 */
function listedIn(site: Site, { q, sort, locale: asked, currency, minPrice, maxPrice }: ProductListKey): SqlPiece {
  const locale = translatedLocale(site, asked);
  const isTranslated = locale !== undefined && (q !== undefined || sort.startsWith("title"));
  const isPriced = minPrice !== undefined || maxPrice !== undefined || sort.startsWith("price");
  const listed = isTranslated ? piece`translated_products` : piece`listed_products`;
  const inLocale = isTranslated ? piece`where locale = ${locale}` : piece``;
  if (currency === undefined || !isPriced) return isTranslated ? piece`(select * from ${listed} ${inLocale}) as listed` : listed;
  return piece`(
    select
      shown.site_id, shown.id, shown.category_id, shown.sort_title, shown.search, shown.created_at, shown.updated_at,
      case
        when shown.currency = ${currency} then shown.price
        else (
          select min(priced.price)
          from currency_prices as priced
          where priced.site_id = ${site.id} and priced.product_id = shown.id and priced.currency = ${currency}
        )
      end as price
    from ${listed} as shown ${inLocale}
  ) as listed`;
}

const counted = (from: SqlPiece) => piece`(select count(*)::int from ${from})`;

/** Without a filter the number is known. A site that never saved a product has none. */
const totalOf = (site: Site) => piece`coalesce((select active from product_totals where site_id = ${site.id}), 0)`;

function inCategories(site: Site, key: ProductListKey): SqlPiece {
  return piece`
    with below as materialized (${categoriesBelow(site, key)}), found as materialized (
      select item.id, item.price, item.sort_title, item.created_at, item.updated_at
      from below
      cross join lateral (
        select id, price, sort_title, created_at, updated_at
        from ${listedIn(site, key)}
        where site_id = ${site.id} and category_id = below.id ${priceFilter(key)}
        offset 0
      ) as item
    )`;
}

/**
 * Titles and SKUs with the words side by side rank first, the shorter title before the longer; then products with the words as typed or
 * without an ending, in titles and SKUs before descriptions; then products with similar words.
 */
function searched(site: Site, key: ProductListKey, q: string): SqlPiece {
  const terms = searchTerms(q);
  const isRanked = key.sort.startsWith("relevance");
  const columns = isRanked
    ? rankColumns(terms, piece`length(item.sort_title)`)
    : piece`item.price, item.sort_title, item.created_at, item.updated_at`;
  const inCategory =
    key.categoryId === undefined && key.category === undefined
      ? piece``
      : piece`and item.category_id = any (array(${categoriesBelow(site, key)}))`;
  return piece`
    with wanted as materialized (select search_query(${site.id}, ${vocabularyIn(translatedLocale(site, key.locale))}, ${terms}) as query), found as materialized (
      select item.id, ${columns}
      from wanted
      cross join lateral (
        select id, category_id, price, sort_title, created_at, updated_at, search
        from ${listedIn(site, key)}
        where site_id = ${site.id} and search @@ wanted.query
        offset 0
      ) as item
      where true ${priceFilter(key)} ${inCategory}
    )`;
}

/** The public categories that the filters name, with all below them; none for an unknown one. */
function categoriesBelow(site: Site, { categoryId, category, locale }: ProductListKey): SqlPiece {
  const byId = categoryId === undefined ? piece`` : piece`and path && array[${categoryId}::uuid]`;
  const bySlug =
    category === undefined
      ? piece``
      : locale === undefined
        ? piece`and path && array(
            select named.id from public_categories as named where named.site_id = ${site.id} and named.slug = ${category}
          )`
        : piece`and path && array[${idOf(site, "category", category, locale)}]`;
  return piece`select id from public_categories where site_id = ${site.id} ${byId} ${bySlug}`;
}

function priceFilter({ minPrice, maxPrice }: ProductListKey): SqlPiece {
  const from = minPrice === undefined ? piece`` : piece`and price >= ${minPrice}`;
  const upTo = maxPrice === undefined ? piece`` : piece`and price <= ${maxPrice}`;
  return piece`${from} ${upTo}`;
}

/** Each order ends with the id, in the direction of the rest, so that one index serves both directions. */
const orders: Readonly<Record<string, SqlPiece>> = {
  "createdAt:asc": piece`created_at, id`,
  "createdAt:desc": piece`created_at desc, id desc`,
  "updatedAt:asc": piece`updated_at, id`,
  "updatedAt:desc": piece`updated_at desc, id desc`,
  "title:asc": piece`sort_title, id`,
  "title:desc": piece`sort_title desc, id desc`,
  "price:asc": piece`price, id`,
  "price:desc": piece`price desc, id desc`,
  "relevance:asc": piece`${leastRelevantFirst}, id`,
  "relevance:desc": piece`${mostRelevantFirst}, id desc`,
};

/** In a currency: products without a price in it come last. */
const pricedOrders: Readonly<Record<string, SqlPiece>> = {
  "price:desc": piece`price desc nulls last, id desc`,
};
