import { Type, type Static } from "typebox";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Sql } from "../../../ports/database.ts";

const kinds = ["page", "entry", "product", "category"] as const;
const states = ["PUBLISHED", "DRAFT"] as const;

/** A place that refers to something, in content or in the catalogue. */
export const ReferringPlace = Type.Object(
  {
    kind: Type.Enum([...kinds]),
    id: Uuid,
    contentType: Nullable(Type.String({ description: "An entry's content type." })),
    name: Type.String({ description: "The name that bundles use; for a product or a category, the slug." }),
    title: Type.String(),
    locale: Nullable(Type.String({ description: "The locale of pages and entries." })),
    state: Nullable(Type.Enum([...states], { description: "For content: where the reference stands." })),
    path: Type.String({ description: "JSON Pointer into the content, or into the product or the category." }),
  },
  { $id: "ReferringPlace", additionalProperties: false },
);
export type ReferringPlace = Static<typeof ReferringPlace>;

/** The columns of a union all allow null, by their types. */
type Row = { [K in Exclude<keyof ReferringPlace, "kind" | "state">]: ReferringPlace[K] | null } & {
  kind: string | null;
  state: string | null;
  total: number;
};

/**
 * The places that refer to a document, a product, a category or an asset: drafts and publications, and in the catalogue the products of a category, the
 * categories below it, and the pictures of an asset. With how many there are in all.
 */
export async function findReferringPlaces(
  sql: Sql,
  siteId: string,
  targetId: string,
  { limit = null, offset = 0 }: { limit?: number | null; offset?: number } = {},
): Promise<{ places: ReferringPlace[]; total: number }> {
  const rows = await sql<Row>`
    select
      places.kind, places.id, places."contentType", places.name, places.title, places.locale, places.state, places.path,
      count(*) over ()::int as total
    from (
      select
        case documents.content_type when 'page' then 'page' else 'entry' end as kind,
        documents.id,
        nullif(documents.content_type, 'page') as "contentType",
        documents.name,
        case when links.is_draft then translations.draft_title else translations.title end as title,
        translations.locale,
        case when links.is_draft then 'DRAFT' else 'PUBLISHED' end as state,
        regexp_replace(links.path, '#(asset|page|entry|product|category):[^#]*$', '') as path
      from content_references as links
      join translations on translations.site_id = links.site_id and translations.id = links.translation_id
      join documents on documents.site_id = links.site_id and documents.id = translations.document_id
      where links.site_id = ${siteId} and links.target_id = ${targetId}
      union all
      select 'product', id, null, slug, title, null, null, '/categoryId'
      from products where site_id = ${siteId} and category_id = ${targetId}
      union all
      select 'category', id, null, slug, title, null, null, '/parentId'
      from categories where site_id = ${siteId} and parent_id = ${targetId}
      union all
      select 'product', products.id, null, products.slug, products.title, null, null, '/images/' || (pictures.place - 1)
      from products
      cross join lateral json_array_elements(products.images) with ordinality as pictures (picture, place)
      where products.site_id = ${siteId} and products.asset_ids <> '{}' and products.asset_ids @> array[${targetId}]::uuid[]
        and pictures.picture ->> 'asset' = ${targetId}::text
      union all
      select 'category', id, null, slug, title, null, null, '/image'
      from categories where site_id = ${siteId} and asset_ids <> '{}' and asset_ids @> array[${targetId}]::uuid[]
    ) as places
    order by coalesce(places."contentType", places.kind), places.name, places.locale, places.state, places.path
    limit ${limit} offset ${offset}`;
  const places = rows.map(({ total: _, ...place }) => place as ReferringPlace);
  return { places, total: rows[0]?.total ?? 0 };
}
