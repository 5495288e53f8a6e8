import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { categoryJson } from "./category.ts";
import { showingIn, srcsetBytes, type ShowingDeps } from "./picture.ts";
import { productJson, productTags } from "./product.ts";
import { translatedLocale } from "./listing.ts";
import { wordsIn } from "./translated-columns.ts";
import type { CategoryWords } from "./translation.ts";
import { categoriesTag, productSlugTag, productsOfCategoryTag, productTag } from "./tags.ts";

type ItemSite = Pick<Site, "id" | "defaultLocale" | "filesUntil">;
type Reading = ShowingDeps & { maxBytes: number; locale: string };

/** The versions of the catalogue, and of its stock only if a requested representation shows stock, even one that was too large to read. */
interface CatalogVersions {
  catalogVersion: number;
  stockVersion?: number;
}

/** A public product or category in the words of a locale. */
interface CatalogItem {
  kind: "product" | "category";
  id: string;
  categoryId: string | null;
  /** In the default locale. */
  slug: string;
  title: string | null;
  translation: CategoryWords | undefined;
  /** The public representation as JSON text; null for one that was not requested, or was too large to read. */
  json: string | null;
}

/** Public products and categories, and their versions of the catalogue. */
export interface FoundItems<Item> extends CatalogVersions {
  /** Of everything that was requested, found or not. */
  tags: string[];
  items: Item[];
}

/** The catalogue sources of pages' bindings, by slug. In the requested order, products first, it reads as many as have `maxBytes` together. */
export async function readBoundSources(
  sql: Sql,
  site: ItemSite,
  { products, categories }: { products: readonly string[]; categories: readonly string[] },
  reading: Reading,
): Promise<FoundItems<Pick<CatalogItem, "kind" | "slug" | "json">>> {
  const { versions, items } = await readItems(
    sql,
    site,
    piece`
    select 'product' as kind, id, category_id, slug, null as title, json, images, shows_stock, array_position(${products}::text[], slug::text) as place
    from public_products
    where site_id = ${site.id} and slug = any (${products}::text[])
    union all
    select 'category', id, null, slug, null, json, image, false, array_position(${categories}::text[], slug::text)
    from public_categories
    where site_id = ${site.id} and slug = any (${categories}::text[])`,
    reading,
  );
  const foundProducts = items.filter(({ kind }) => kind === "product");
  const foundSlugs = new Set(foundProducts.map(({ slug }) => slug));
  const tags = [
    ...foundProducts.flatMap(productTags),
    ...products.filter((slug) => !foundSlugs.has(slug)).map(productSlugTag),
    ...(categories.length > 0 ? [categoriesTag] : []),
  ];
  return { ...versions, tags, items: items.map(({ kind, slug, json }) => ({ kind, slug, json })) };
}

/** The products and categories that content refers to, by id; with `isWhole` as lists show them, as many as have `maxBytes` together. */
export async function readReferredCatalogItems(
  { sql, ...deps }: ShowingDeps & { sql: Sql },
  site: ItemSite,
  wanted: readonly { kind: "product" | "category"; id: string; isWhole: boolean }[],
  options: { maxBytes: number; locale: string },
): Promise<FoundItems<Pick<CatalogItem, "kind" | "id" | "slug" | "json"> & { title: string }>> {
  const idsOf = (kind: string, isWhole: boolean) =>
    wanted.filter((each) => each.kind === kind && each.isWhole === isWhole).map(({ id }) => id);
  const [products, wholeProducts] = [idsOf("product", false), idsOf("product", true)];
  const [categories, wholeCategories] = [idsOf("category", false), idsOf("category", true)];
  const { versions, items } = await readItems(
    sql,
    site,
    piece`
    select 'product' as kind, id, category_id, slug, title, null as json, null as images, false as shows_stock, null::int as place
    from listed_products
    where site_id = ${site.id} and id = any (${products}::uuid[])
    union all
    select 'product', id, category_id, slug, json::json ->> 'title', json, images, shows_stock, null
    from public_products
    where site_id = ${site.id} and id = any (${wholeProducts}::uuid[])
    union all
    select 'category', id, null, slug, json::json ->> 'title', null, null, false, null
    from public_categories
    where site_id = ${site.id} and id = any (${categories}::uuid[])
    union all
    select 'category', id, null, slug, json::json ->> 'title', json, image, false, null
    from public_categories
    where site_id = ${site.id} and id = any (${wholeCategories}::uuid[])`,
    { ...deps, ...options },
  );
  const tags = [
    ...[...products, ...wholeProducts].map(productTag),
    // A product shows the name of its category.
    ...items.flatMap(({ kind, json, categoryId }) => (kind === "product" && json && categoryId ? [productsOfCategoryTag(categoryId)] : [])),
    ...(categories.length + wholeCategories.length > 0 ? [categoriesTag] : []),
  ];
  const foundItems = items.map(({ kind, id, slug, title, translation, json }) => ({
    kind,
    id,
    slug: translation?.slug ?? slug,
    title: translation?.title ?? title ?? "",
    json,
  }));
  return { ...versions, tags, items: foundItems };
}

/** Reads the items of a query in one statement, products first and then by `place`. */
async function readItems(
  sql: Sql,
  site: ItemSite,
  wanted: SqlPiece,
  { maxBytes, locale, ...deps }: Reading,
): Promise<{ versions: CatalogVersions; items: CatalogItem[] }> {
  const other = translatedLocale(site, locale);
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
      site_versions.catalog_version::float8 as "catalogVersion",
      coalesce(stock_versions.version, 0)::float8 as "stockVersion",
      sized.kind,
      sized.id,
      sized.category_id as "categoryId",
      sized.slug,
      sized.title,
      case when sized.bytes <= ${maxBytes} then sized.json end as json,
      case when sized.bytes <= ${maxBytes} then sized.images end as images,
      sized.shows_stock as "showsStock",
      sized.words,
      sized.category_words as "categoryWords"
    from site_versions
    left join stock_versions on stock_versions.site_id = ${site.id}
    left join lateral (
      select
        *,
        sum(coalesce(octet_length(json), 0) + coalesce(octet_length(images), 0) + ${srcsetBytes(piece`images`)} + coalesce(octet_length(words), 0)) over (order by kind desc, place, id) as bytes
      from (
        select
          wanted.*,
          ${wordsIn(site, piece`wanted.kind`, piece`wanted.id`, other)} as words,
          ${wordsIn(site, piece`'category'`, piece`wanted.category_id`, other)} as category_words
        from (${wanted}) as wanted
      ) as worded
    ) as sized on true
    where site_versions.site_id = ${site.id}
    order by sized.kind desc, sized.bytes`,
  );
  const showing = showingIn(deps, site, locale);
  const items = rows.flatMap(({ kind, id, categoryId, slug, title, json, images, ...translated }): CatalogItem[] => {
    if (id === null || slug === null) return [];
    const translation = translated.words === null ? undefined : (JSON.parse(translated.words) as CategoryWords);
    const item = { id, categoryId, slug, title, translation };
    if (kind === "category") return [{ ...item, kind, json: json && categoryJson({ ...translated, json, image: images }, showing) }];
    return [{ ...item, kind: "product", json: json && productJson({ ...translated, json, images: images ?? "[]" }, showing) }];
  });
  const { catalogVersion = -1, stockVersion = -1 } = rows[0] ?? {};
  return { versions: { catalogVersion, ...(rows.some(({ showsStock }) => showsStock) ? { stockVersion } : {}) }, items };
}
