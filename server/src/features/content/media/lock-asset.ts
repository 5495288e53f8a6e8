import { ProblemError } from "../../../lib/http/problem.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { conflictAbout } from "../../people/audit/index.ts";
import { assetNotFound, type AssetWords } from "./asset.ts";

/** An asset that nobody else changes until the transaction ends. */
export interface LockedAsset extends AssetWords {
  id: string;
  name: string;
  fileId: string;
  sha256: string;
  extension: string;
  hash: string;
  revision: number;
}

/** Holds assets in the order of their ids. A transaction that holds the site holds it before. */
export async function lockAssets(tx: Sql, siteId: string, ids: readonly string[]): Promise<Map<string, LockedAsset>> {
  const rows = await tx<Omit<LockedAsset, "focus"> & { focusX: number; focusY: number }>`
    select
      assets.id, assets.name, assets.file_id as "fileId", files.sha256, files.extension, assets.hash, assets.revision,
      assets.title, assets.alt::json as alt, assets.tags, assets.folder, assets.focus_x as "focusX", assets.focus_y as "focusY"
    from assets
    join asset_files as files on files.site_id = ${siteId} and files.id = assets.file_id
    where assets.site_id = ${siteId} and assets.id = any (${ids}::uuid[])
    order by assets.id
    for update of assets`;
  return new Map(rows.map(({ focusX, focusY, ...row }) => [row.id, { ...row, focus: [focusX, focusY] }]));
}

/** Holds an asset at the revision that somebody has seen. Throws `asset_not_found`, `revision_conflict`. */
export async function lockAsset(tx: Sql, siteId: string, id: string, seen: number): Promise<LockedAsset> {
  return demandRevision(tx, siteId, isUuid(id) ? (await lockAssets(tx, siteId, [id])).get(id) : undefined, seen);
}

/** Throws `asset_not_found`, `revision_conflict`. */
export async function demandRevision(tx: Sql, siteId: string, lockedAsset: LockedAsset | undefined, seen: number): Promise<LockedAsset> {
  if (!lockedAsset) throw new ProblemError(assetNotFound);
  if (lockedAsset.revision !== seen) throw await conflictAbout(tx, siteId, { type: "asset", id: lockedAsset.id }, lockedAsset.revision);
  return lockedAsset;
}
