import type { Site } from "../../lib/site.ts";
import type { Sql } from "../../ports/database.ts";
import { categoryJson, type ShownCategory } from "./category.ts";
import { productJson, type ShownProduct } from "./product.ts";

/** Public representations by slug, parsed, and the version of the catalogue that they are of. */
export interface BoundSources {
  catalogVersion: number;
  showsStock: boolean;
  products: ReadonlyMap<string, unknown>;
  categories: ReadonlyMap<string, unknown>;
}

/** What pages are bound to in the catalogue, in one statement. What is not public is absent. */
export async function readBoundSources(
  sql: Sql,
  site: Pick<Site, "id">,
  { products, categories }: { products: readonly string[]; categories: readonly string[] },
  publicUrl: string,
): Promise<BoundSources> {
  const rows = await sql<{
    catalogVersion: number;
    kind: string | null;
    slug: string | null;
    json: string | null;
    images: string | null;
    showsStock: boolean | null;
  }>`
    select sites.catalog_version::float8 as "catalogVersion", bound.kind, bound.slug, bound.json, bound.images, bound.shows_stock as "showsStock"
    from sites
    left join lateral (
      select 'product' as kind, slug, json, images, shows_stock
      from public_products
      where site_id = ${site.id} and slug = any (${products}::text[])
      union all
      select 'category', slug, json, image, false
      from public_categories
      where site_id = ${site.id} and slug = any (${categories}::text[])
    ) as bound on true
    where sites.id = ${site.id}`;
  const found = { products: new Map<string, unknown>(), categories: new Map<string, unknown>() };
  for (const { kind, slug, json, images } of rows) {
    if (slug === null || json === null) continue;
    if (kind === "product") found.products.set(slug, JSON.parse(productJson({ json, images } as ShownProduct, publicUrl)));
    else found.categories.set(slug, JSON.parse(categoryJson({ json, image: images } satisfies ShownCategory, publicUrl)));
  }
  return { catalogVersion: rows[0]?.catalogVersion ?? -1, showsStock: rows.some(({ showsStock }) => showsStock), ...found };
}
