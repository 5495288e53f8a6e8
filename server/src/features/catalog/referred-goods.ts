import type { Site } from "../../lib/site.ts";
import type { Sql } from "../../ports/database.ts";
import { categoryJson } from "./category.ts";
import { productJson } from "./product.ts";
import { categoriesTag, productsOfCategoryTag, productTag } from "./tags.ts";

/** A product or a category that content refers to. */
interface ReferredGoods {
  kind: "product" | "category";
  id: string;
  slug: string;
  title: string;
  /** The public representation as JSON text, if it was requested. */
  json: string | null;
}

/** What content refers to in the catalogue, and its versions. */
export interface FoundGoods {
  catalogVersion: number;
  /** Only if a requested representation shows stock. */
  stockVersion?: number;
  /** Of everything that was requested, found or not. */
  tags: string[];
  found: ReferredGoods[];
}

/** The public products and categories with these ids, in one statement; with `isWhole` as lists show them. */
export async function readReferredGoods(
  { sql, publicUrl }: { sql: Sql; publicUrl: string },
  site: Pick<Site, "id">,
  wanted: readonly { kind: "product" | "category"; id: string; isWhole: boolean }[],
): Promise<FoundGoods> {
  const idsOf = (kind: string, isWhole: boolean) =>
    wanted.filter((each) => each.kind === kind && (kind === "category" || each.isWhole === isWhole)).map(({ id }) => id);
  const [categories, products, wholeProducts] = [idsOf("category", true), idsOf("product", false), idsOf("product", true)];
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
  }>`
    select
      sites.catalog_version::float8 as "catalogVersion",
      coalesce(stock_versions.version, 0)::float8 as "stockVersion",
      named.kind,
      named.id,
      named.category_id as "categoryId",
      named.slug,
      named.title,
      named.json,
      named.images,
      named.shows_stock as "showsStock"
    from sites
    left join stock_versions on stock_versions.site_id = ${site.id}
    left join lateral (
      select 'product' as kind, id, category_id, slug, title, null as json, null as images, false as shows_stock
      from listed_products
      where site_id = ${site.id} and id = any (${products}::uuid[])
      union all
      select 'product', id, category_id, slug, json::json ->> 'title', json, images, shows_stock
      from public_products
      where site_id = ${site.id} and id = any (${wholeProducts}::uuid[])
      union all
      select 'category', id, null, slug, json::json ->> 'title', json, image, false
      from public_categories
      where site_id = ${site.id} and id = any (${categories}::uuid[])
    ) as named on true
    where sites.id = ${site.id}`;
  const found = rows.flatMap(({ kind, id, slug, title, json, images }): ReferredGoods[] => {
    if (id === null || slug === null) return [];
    if (kind === "category")
      return [{ kind, id, slug, title: title ?? "", json: categoryJson({ json: json ?? "{}", image: images }, publicUrl) }];
    return [{ kind: "product", id, slug, title: title ?? "", json: json && productJson({ json, images: images ?? "[]" }, publicUrl) }];
  });
  const { catalogVersion = -1, stockVersion = -1 } = rows[0] ?? {};
  const tags = [
    ...[...products, ...wholeProducts].map(productTag),
    // A product shows the name of its category.
    ...rows.flatMap(({ kind, json, categoryId }) => (kind === "product" && json && categoryId ? [productsOfCategoryTag(categoryId)] : [])),
    ...(categories.length > 0 ? [categoriesTag] : []),
  ];
  return { catalogVersion, ...(rows.some(({ showsStock }) => showsStock) ? { stockVersion } : {}), tags, found };
}
