import { isUuid, noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { AssetWords } from "./asset.ts";
import { objectKey } from "./object-key.ts";

/** The ids of assets by the names of their files, the oldest of that name, or by ids; with their places in the list. */
export async function findAssetIds(sql: Sql, siteId: string, names: readonly string[]): Promise<{ place: number; id: string }[]> {
  return sql<{ place: number; id: string }>`
    select distinct on (wanted.place) wanted.place::int - 1 as place, assets.id
    from unnest(${names}::text[], ${names.map((name) => (isUuid(name) ? name : noUuid))}::uuid[]) with ordinality as wanted (name, id, place)
    join assets on assets.site_id = ${siteId} and (assets.id = wanted.id or assets.name = wanted.name)
    order by wanted.place, assets.id = wanted.id desc, assets.created_at, assets.id`;
}

/** How bundles call these assets, or all of the site, by id: by the name of the file, unless several have it. */
export async function readAssetNames(sql: Sql, siteId: string, ids: readonly string[] | null): Promise<Map<string, string>> {
  if (ids?.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }>`
    select assets.id, assets.name
    from assets
    where assets.site_id = ${siteId} and (${ids}::uuid[] is null or assets.id = any (${ids}::uuid[]))
      and not exists (select from assets as others where others.site_id = ${siteId} and others.name = assets.name and others.id <> assets.id)`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An asset with where its bytes lie, as an export writes it. */
export interface StoredAsset extends AssetWords {
  id: string;
  name: string;
  extension: string;
  key: string;
  bytes: number;
}

/** All assets of a site, the oldest first. */
export async function readStoredAssets(sql: Sql, siteId: string): Promise<StoredAsset[]> {
  const rows = await sql<Omit<StoredAsset, "focus" | "key"> & { focusX: number; focusY: number; sha256: string }>`
    select
      assets.id, assets.name, files.extension, files.sha256, files.bytes::float8 as bytes, assets.alt::json as alt, assets.title, assets.tags,
      assets.folder, assets.focus_x as "focusX", assets.focus_y as "focusY"
    from assets
    join asset_files as files on files.site_id = ${siteId} and files.id = assets.file_id
    where assets.site_id = ${siteId}
    order by assets.created_at, assets.id`;
  return rows.map(({ focusX, focusY, sha256, ...row }) => ({ ...row, focus: [focusX, focusY], key: objectKey(siteId, sha256) }));
}
