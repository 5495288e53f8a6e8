import { rankColumns } from "../../../lib/search/rank-columns.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { translatedLocale, vocabularyIn } from "./listing.ts";
import { picturesJson, showingIn, type ShowingDeps } from "./picture.ts";
import { wordsIn } from "./translated-columns.ts";
import type { CategoryWords } from "./translation.ts";

type CatalogItemKind = "product" | "category";

/** A product or a category as a search shows it, in the words of a locale. */
export interface SearchedCatalogItem {
  slug: string;
  /** Of the words. */
  locale: string;
  title: string;
  description: string | null;
  /** A picture as JSON text. */
  image: string;
}

/** The part of a statement that reads the query for the words of the catalogue, as `query`: null if no kind is wanted. */
export function catalogItemsQuery(site: Site, locale: string, terms: readonly string[], kinds: ReadonlySet<string>): SqlPiece {
  const isWanted = kinds.has("product") || kinds.has("category");
  const vocabulary = vocabularyIn(translatedLocale(site, locale));
  return piece`select case when ${isWanted}::boolean then search_query(${site.id}, ${vocabulary}, ${terms}) end as query`;
}

/**
 * The part of a statement that finds the public products and categories by `catalog_items_wanted.query`: `kind`, `id`, and the columns of the rank.
 * The text by which titles are ordered is twice as long as the title.
 */
export function searchedCatalogItems(site: Site, asked: string, terms: readonly string[], kinds: ReadonlySet<string>): SqlPiece {
  const locale = translatedLocale(site, asked);
  const [products, categories] =
    locale === undefined
      ? [piece`listed_products`, piece`public_categories`]
      : [
          piece`(select * from translated_products where locale = ${locale}) as listed`,
          piece`(select * from translated_categories where locale = ${locale}) as listed`,
        ];
  const ranks = rankColumns(terms, piece`(length(item.sort_title) / 2)`);
  return piece`
    select 'product' as kind, item.id, ${ranks}
    from catalog_items_wanted as wanted
    cross join lateral (
      select id, sort_title, search from ${products} where site_id = ${site.id} and search @@ wanted.query offset 0
    ) as item
    where ${kinds.has("product")}::boolean
    union all
    select 'category', item.id, ${ranks}
    from catalog_items_wanted as wanted
    cross join lateral (
      select id, sort_title, search from ${categories} where site_id = ${site.id} and search @@ wanted.query offset 0
    ) as item
    where ${kinds.has("category")}::boolean`;
}

/** The public ones of these products and categories, by kind and id: `product 019a…`. */
export async function readSearchedCatalogItems(
  { sql, ...deps }: ShowingDeps & { sql: Sql },
  site: Site,
  wanted: readonly { kind: string; id: string }[],
  locale: string,
): Promise<{ catalogVersion: number; catalogItems: ReadonlyMap<string, SearchedCatalogItem> }> {
  const other = translatedLocale(site, locale);
  const showing = showingIn(deps, site, locale);
  const idsOf = (kind: CatalogItemKind) => wanted.filter((each) => each.kind === kind).map(({ id }) => id);
  const rows = await sql<{
    catalogVersion: number;
    kind: string | null;
    id: string | null;
    slug: string | null;
    title: string | null;
    description: string | null;
    image: string | null;
    words: string | null;
  }>(
    ...statement`
      select
        site_versions.catalog_version::float8 as "catalogVersion",
        shown.kind,
        shown.id,
        shown.slug,
        shown.title,
        shown.description,
        shown.image,
        ${wordsIn(site, piece`shown.kind`, piece`shown.id`, other)} as words
      from site_versions
      left join lateral (
        select
          'product' as kind, id, slug, json::json ->> 'title' as title, json::json ->> 'description' as description,
          (images::json -> 0)::text as image
        from public_products
        where site_id = ${site.id} and id = any (${idsOf("product")}::uuid[])
        union all
        select 'category', id, slug, json::json ->> 'title', json::json ->> 'description', image
        from public_categories
        where site_id = ${site.id} and id = any (${idsOf("category")}::uuid[])
      ) as shown on true
      where site_versions.site_id = ${site.id}`,
  );
  const catalogItems = rows.flatMap(({ kind, id, slug, title, description, image, words }): [string, SearchedCatalogItem][] => {
    if (kind === null || id === null || slug === null || title === null) return [];
    const translatedWords = words === null ? undefined : (JSON.parse(words) as CategoryWords);
    const texts = {
      slug: translatedWords?.slug ?? slug,
      title: translatedWords?.title ?? title,
      description: translatedWords?.description ?? description,
    };
    const shownIn = translatedWords ? locale : site.defaultLocale;
    return [[`${kind} ${id}`, { ...texts, locale: shownIn, image: image === null ? "null" : picturesJson(image, showing) }]];
  });
  return { catalogVersion: rows[0]?.catalogVersion ?? -1, catalogItems: new Map(catalogItems) };
}
