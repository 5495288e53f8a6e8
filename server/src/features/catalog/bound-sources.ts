import type { Site } from "../../lib/site.ts";
import { piece, statement } from "../../lib/sql/sql-statement.ts";
import type { Sql } from "../../ports/database.ts";
import { categoryJson } from "./category.ts";
import { showingIn, srcsetBytes, type ShowingDeps } from "./picture.ts";
import { productJson, productTags } from "./product.ts";
import { translatedLocale } from "./listing.ts";
import { wordsIn } from "./translated-columns.ts";
import { categoriesTag, productSlugTag } from "./tags.ts";

/** Public representations as JSON text, and their version of the catalogue. */
export interface BoundSources {
  catalogVersion: number;
  /** Only if a requested source shows stock, even one that was too large to read. */
  stockVersion?: number;
  /** Of everything that was requested, found or not. */
  tags: string[];
  /** `json` is null for a source that exists and was too large to read. */
  found: BoundSource[];
}

interface BoundSource {
  kind: "product" | "category";
  slug: string;
  json: string | null;
}

/**
 * The catalogue sources of pages' bindings in the words of a locale, in one statement, without any that is not public. In the requested order, products first, it
 * reads as many as have `maxBytes` together.
 */
export async function readBoundSources(
  sql: Sql,
  site: Pick<Site, "id" | "defaultLocale" | "filesUntil">,
  { products, categories }: { products: readonly string[]; categories: readonly string[] },
  { maxBytes, locale, ...deps }: ShowingDeps & { maxBytes: number; locale: string },
): Promise<BoundSources> {
  const other = translatedLocale(site, locale);
  const rows = await sql<{
    catalogVersion: number;
    stockVersion: number;
    id: string | null;
    categoryId: string | null;
    kind: string | null;
    slug: string | null;
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
      bound.id,
      bound.category_id as "categoryId",
      bound.kind,
      bound.slug,
      case when bound.bytes <= ${maxBytes} then bound.json end as json,
      case when bound.bytes <= ${maxBytes} then bound.images end as images,
      bound.shows_stock as "showsStock",
      bound.words,
      bound.category_words as "categoryWords"
    from sites
    left join stock_versions on stock_versions.site_id = ${site.id}
    left join lateral (
      select
        *,
        sum(octet_length(json) + coalesce(octet_length(images), 0) + ${srcsetBytes(piece`images`)} + coalesce(octet_length(words), 0)) over (order by kind desc, place) as bytes
      from (
        select
          named.*,
          ${wordsIn(site, piece`named.kind`, piece`named.id`, other)} as words,
          ${wordsIn(site, piece`'category'`, piece`named.category_id`, other)} as category_words
        from (
          select 'product' as kind, id, category_id, slug, json, images, shows_stock, array_position(${products}::text[], slug::text) as place
          from public_products
          where site_id = ${site.id} and slug = any (${products}::text[])
          union all
          select 'category', id, null, slug, json, image, false, array_position(${categories}::text[], slug::text)
          from public_categories
          where site_id = ${site.id} and slug = any (${categories}::text[])
        ) as named
      ) as worded
    ) as bound on true
    where sites.id = ${site.id}
    order by bound.kind desc, bound.bytes`,
  );
  const showing = showingIn(deps, site, locale);
  const found = rows.flatMap(({ kind, slug, json, images, ...translated }): BoundSource[] => {
    if (slug === null) return [];
    if (json === null) return [{ kind: kind === "product" ? kind : "category", slug, json }];
    if (kind === "product") return [{ kind, slug, json: productJson({ ...translated, json, images: images ?? "[]" }, showing) }];
    return [{ kind: "category", slug, json: categoryJson({ ...translated, json, image: images }, showing) }];
  });
  const { catalogVersion = -1, stockVersion = -1 } = rows[0] ?? {};
  const foundSlugs = new Set(rows.flatMap(({ kind, slug }) => (kind === "product" ? [slug] : [])));
  const tags = [
    ...rows.flatMap(({ kind, id, categoryId }) => (kind === "product" && id !== null ? productTags({ id, categoryId }) : [])),
    ...products.filter((slug) => !foundSlugs.has(slug)).map(productSlugTag),
    ...(categories.length > 0 ? [categoriesTag] : []),
  ];
  return { catalogVersion, ...(rows.some(({ showsStock }) => showsStock) ? { stockVersion } : {}), tags, found };
}
