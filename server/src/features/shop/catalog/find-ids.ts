import type { Sql } from "../../../ports/database.ts";
import { isUuid, noUuid } from "../../../lib/text/uuid.ts";

/** The ids of products and categories by slug, or where none has the slug, by an id in its place; with their places in the list. */
export async function findCatalogItemIds(
  tx: Sql,
  siteId: string,
  wanted: readonly { kind: "product" | "category"; name: string }[],
): Promise<{ place: number; id: string }[]> {
  const rows = await tx<{ place: number; id: string | null }>`
    select distinct on (wanted.place) wanted.place::int - 1 as place, found.id
    from unnest(
      ${wanted.map(({ kind }) => kind)}::text[],
      ${wanted.map(({ name }) => name)}::text[],
      ${wanted.map(({ name }) => (isUuid(name) ? name : noUuid))}::uuid[]
    ) with ordinality as wanted (kind, name, id, place)
    cross join lateral (
      select id, slug from products
      where wanted.kind = 'product' and products.site_id = ${siteId} and (products.slug = wanted.name or products.id = wanted.id)
      union all
      select id, slug from categories
      where wanted.kind = 'category' and categories.site_id = ${siteId} and (categories.slug = wanted.name or categories.id = wanted.id)
    ) as found
    order by wanted.place, found.slug = wanted.name desc`;
  // The types of a union's columns all allow null.
  return rows.flatMap(({ place, id }) => (id === null ? [] : [{ place, id }]));
}

/** The ids of the products with these slugs, by slug. */
export async function findProductIds(tx: Sql, siteId: string, slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await tx<{ id: string; slug: string }>`
    select id, slug from products where site_id = ${siteId} and slug = any (${slugs}::text[])`;
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}
