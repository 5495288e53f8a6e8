import { Type, type Static } from "typebox";
import { permissionMissing } from "../../../lib/admin/demands.ts";
import type { Membership } from "../../../lib/admin/identity.ts";
import { inUse } from "../../../lib/admin/refusals.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";

const shownPlaces = 100;

/** A place that shows an asset. */
export const AssetUsage = Type.Object(
  {
    type: Type.Enum(["page", "entry", "product", "category"]),
    id: Uuid,
    contentType: Nullable(Type.String({ description: "An entry's content type." })),
    locale: Nullable(Type.String({ description: "The locale of pages and entries." })),
    state: Type.Enum(["DRAFT", "PUBLISHED"], { description: "For products and categories: whether they are public." }),
    path: Type.String({ description: "JSON Pointer into the content, the product or the category." }),
    title: Type.String(),
  },
  { $id: "AssetUsage", additionalProperties: false },
);
export type AssetUsage = Static<typeof AssetUsage>;

/** The places that show an asset, drafts and publications each for themselves, products and categories, and their number. */
export async function listUsagesOf(
  sql: Sql,
  siteId: string,
  assetId: string,
  paging: Paging,
): Promise<{ usages: AssetUsage[]; total: number }> {
  const rows = await sql<{ [K in keyof AssetUsage]: string | null } & { total: number }>`
    select
      places.type, places.id, places."contentType", places.locale, places.state, places.path, places.title,
      count(*) over ()::int as total
    from (
    select
      case when translations.content_type = 'page' then 'page' else 'entry' end as type,
      translations.document_id as id,
      case when translations.content_type <> 'page' then translations.content_type end as "contentType",
      translations.locale,
      case when links.is_draft then 'DRAFT' else 'PUBLISHED' end as state,
      regexp_replace(links.path, '#(asset|page|entry|product|category):[^#]*$', '') as path,
      case when links.is_draft then translations.draft_title else translations.title end as title
    from content_references as links
    join translations on translations.site_id = ${siteId} and translations.id = links.translation_id
    where links.site_id = ${siteId} and links.target_id = ${assetId}
    union all
    select
      'product', products.id, null, null, case when products.status = 'ACTIVE' then 'PUBLISHED' else 'DRAFT' end,
      '/images/' || (pictures.place - 1), products.title
    from products
    cross join lateral json_array_elements(products.images) with ordinality as pictures (picture, place)
    where products.site_id = ${siteId} and products.asset_ids <> '{}' and products.asset_ids @> array[${assetId}]::uuid[]
      and pictures.picture ->> 'asset' = ${assetId}::text
    union all
    select 'category', id, null, null, case when is_public then 'PUBLISHED' else 'DRAFT' end, '/image', title
    from categories
    where site_id = ${siteId} and asset_ids <> '{}' and asset_ids @> array[${assetId}]::uuid[]
    ) as places
    order by places.state = 'DRAFT', coalesce(places."contentType", places.type), places.title, places.locale, places.path, places.id
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  return { usages: rows.map(({ total: _, ...usage }) => usage as AssetUsage), total: rows[0]?.total ?? 0 };
}

/** Throws `in_use` with the places that show an asset. */
export async function refuseInUse(tx: Sql, siteId: string, assetId: string): Promise<void> {
  const { usages, total } = await listUsagesOf(tx, siteId, assetId, { page: 1, pageSize: shownPlaces });
  if (total === 0) return;
  const detail = "Take the references away, or send force=true: the others show nothing in its place.";
  throw new ProblemError(inUse, { detail, members: { places: usages, placesTotal: total } });
}

/**
 * Throws `permission_missing` if the public sees one of the assets, and the person may not publish. Within the transaction that holds the site, so that
 * nothing is published in between.
 */
export async function demandPublicRight(tx: Sql, { site, permissions }: Membership, assetIds: readonly string[]): Promise<void> {
  const permission = "content:publish";
  if (permissions.has(permission)) return;
  const [usage] = await tx<{ isPublic: boolean | null }>`
    select
      exists (select from content_references where site_id = ${site.id} and target_id = any (${assetIds}::uuid[]) and not is_draft)
      or exists (
        select from products where site_id = ${site.id} and asset_ids <> '{}' and asset_ids && ${assetIds}::uuid[] and status = 'ACTIVE'
      )
      or exists (select from categories where site_id = ${site.id} and asset_ids <> '{}' and asset_ids && ${assetIds}::uuid[] and is_public)
        as "isPublic"`;
  if (usage?.isPublic !== true) return;
  const detail = "Published content or the public catalogue shows the file. Ask somebody who may publish to change or delete it.";
  throw new ProblemError(permissionMissing, { detail, members: { permission } });
}
