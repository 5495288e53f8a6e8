import type { Site } from "../../lib/site.ts";
import { piece, statement } from "../../lib/sql/sql-statement.ts";
import type { Sql } from "../../ports/database.ts";
import { categoryJson } from "./category.ts";
import { showingIn, srcsetBytes, type ShowingDeps } from "./picture.ts";
import { productJson } from "./product.ts";
import { translatedLocale } from "./listing.ts";
import { wordsIn } from "./translated-columns.ts";
import type { CategoryWords } from "./translation.ts";
import { categoriesTag, productsOfCategoryTag, productTag } from "./tags.ts";

/** A product or a category that content refers to. */
interface ReferredGoods {
  kind: "product" | "category";
  id: string;
  slug: string;
  title: string;
  /** The public representation as JSON text, if it was requested and fits. */
  json: string | null;
}

/** The products and categories that content refers to, and the versions of the catalogue. */
export interface FoundGoods {
  catalogVersion: number;
  /** Only if a requested representation shows stock. */
  stockVersion?: number;
  /** Of everything that was requested, found or not. */
  tags: string[];
  found: ReferredGoods[];
}

/**
 * The public products and categories with these ids in the words of a locale, in one statement; with `isWhole` as lists show them, as many as have `maxBytes` together.
 */
export async function readReferredGoods(
  { sql, ...deps }: ShowingDeps & { sql: Sql },
  site: Pick<Site, "id" | "defaultLocale" | "filesUntil">,
  wanted: readonly { kind: "product" | "category"; id: string; isWhole: boolean }[],
  { maxBytes, locale }: { maxBytes: number; locale: string },
): Promise<FoundGoods> {
  const other = translatedLocale(site, locale);
  const idsOf = (kind: string, isWhole: boolean) =>
    wanted.filter((each) => each.kind === kind && each.isWhole === isWhole).map(({ id }) => id);
  const [products, wholeProducts] = [idsOf("product", false), idsOf("product", true)];
  const [categories, wholeCategories] = [idsOf("category", false), idsOf("category", true)];
  const rows = await sql<{
    catalogVersion: number;
    stockVersion: number;
    kind: string | null;
    id: string | null;
    categoryId: string | null;
    slug: string | null;
    title: string | null;
    json: string | null;
    images: string | null;
    showsStock: boolean | null;
    words: string | null;
    categoryWords: string | null;
  }>(
    ...statement`
    select
      sites.catalog_version::float8 as "catalogVersion",
      coalesce(stock_versions.version, 0)::float8 as "stockVersion",
      named.kind,
      named.id,
      named.category_id as "categoryId",
      named.slug,
      named.title,
      case when named.bytes <= ${maxBytes} then named.json end as json,
      case when named.bytes <= ${maxBytes} then named.images end as images,
      named.shows_stock as "showsStock",
      named.words,
      named.category_words as "categoryWords"
    from sites
    left join stock_versions on stock_versions.site_id = ${site.id}
    left join lateral (
      select
        *,
        sum(coalesce(octet_length(json), 0) + coalesce(octet_length(images), 0) + ${srcsetBytes(piece`images`)} + coalesce(octet_length(words), 0)) over (order by kind, id) as bytes
      from (
        select
          each_one.*,
          ${wordsIn(site, piece`each_one.kind`, piece`each_one.id`, other)} as words,
          ${wordsIn(site, piece`'category'`, piece`each_one.category_id`, other)} as category_words
      from (
        select 'product' as kind, id, category_id, slug, title, null as json, null as images, false as shows_stock
        from listed_products
        where site_id = ${site.id} and id = any (${products}::uuid[])
        union all
        select 'product', id, category_id, slug, json::json ->> 'title', json, images, shows_stock
        from public_products
        where site_id = ${site.id} and id = any (${wholeProducts}::uuid[])
        union all
        select 'category', id, null, slug, json::json ->> 'title', null, null, false
        from public_categories
        where site_id = ${site.id} and id = any (${categories}::uuid[])
        union all
        select 'category', id, null, slug, json::json ->> 'title', json, image, false
        from public_categories
        where site_id = ${site.id} and id = any (${wholeCategories}::uuid[])
      ) as each_one
      ) as worded
    ) as named on true
    where sites.id = ${site.id}`,
  );
  const showing = showingIn(deps, site, locale);
  const found = rows.flatMap(({ kind, id, slug, title, json, images, ...translated }): ReferredGoods[] => {
    if (id === null || slug === null) return [];
    const translation = translated.words === null ? undefined : (JSON.parse(translated.words) as CategoryWords);
    const named = { id, slug: translation?.slug ?? slug, title: translation?.title ?? title ?? "" };
    if (kind === "category") return [{ kind, ...named, json: json && categoryJson({ ...translated, json, image: images }, showing) }];
    return [{ kind: "product", ...named, json: json && productJson({ ...translated, json, images: images ?? "[]" }, showing) }];
  });
  const { catalogVersion = -1, stockVersion = -1 } = rows[0] ?? {};
  const tags = [
    ...[...products, ...wholeProducts].map(productTag),
    // A product shows the name of its category.
    ...rows.flatMap(({ kind, json, categoryId }) => (kind === "product" && json && categoryId ? [productsOfCategoryTag(categoryId)] : [])),
    ...(categories.length + wholeCategories.length > 0 ? [categoriesTag] : []),
  ];
  return { catalogVersion, ...(rows.some(({ showsStock }) => showsStock) ? { stockVersion } : {}), tags, found };
}
