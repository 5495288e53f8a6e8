import { ProblemError } from "../../../lib/http/problem.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { assetBase, type AddressedSite, type MediaPlace } from "../../../lib/media/media-address.ts";
import { assetNotFound, type Asset } from "./asset.ts";
import { nameInAddress } from "./file-name.ts";

type Person = { id: string; name: string } | null;

/** An asset with its file, as statements read it with `assetColumns`. */
export interface AssetRow {
  id: string;
  revision: number;
  name: string;
  contentType: string;
  extension: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  dominantColor: string | null;
  placeholder: string | null;
  alt: Record<string, string>;
  title: string;
  tags: string[];
  folder: string;
  focusX: number;
  focusY: number;
  pages: number | null;
  durationMs: number | null;
  hash: string;
  createdBy: Person;
  createdAt: Date;
  updatedAt: Date;
}

/** Of `assets` and `asset_files as files`. */
export const assetColumns: SqlPiece = piece`
  assets.id, assets.revision, assets.name, files.content_type as "contentType", files.extension, files.bytes::float8 as bytes, files.sha256,
  files.width, files.height, files.dominant_color as "dominantColor", files.placeholder, assets.alt::json as alt, assets.title, assets.tags,
  assets.folder, assets.focus_x as "focusX", assets.focus_y as "focusY", files.pages, files.duration_ms as "durationMs", assets.hash,
  (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = assets.created_by) as "createdBy",
  assets.created_at as "createdAt", assets.updated_at as "updatedAt"`;

/** The answer's form of a row. Its members are named one by one: `...rest` of a row of so many takes fifty times as long. */
export function assetOf(row: AssetRow, site: AddressedSite, media: MediaPlace): Asset {
  const base = assetBase(media, site, row);
  return {
    id: row.id,
    revision: row.revision,
    name: row.name,
    contentType: row.contentType,
    bytes: row.bytes,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    dominantColor: row.dominantColor,
    placeholder: row.placeholder,
    alt: row.alt,
    title: row.title,
    tags: row.tags,
    folder: row.folder,
    focus: [row.focusX, row.focusY],
    pages: row.pages,
    durationMs: row.durationMs,
    url: `${base}/${nameInAddress(row.name, row.extension)}`,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Throws `asset_not_found`. */
export async function readAssetRow(sql: Sql, siteId: string, id: string): Promise<AssetRow> {
  const [row] = isUuid(id)
    ? await sql<AssetRow>(
        ...statement`
          select ${assetColumns}
          from assets
          join asset_files as files on files.site_id = ${siteId} and files.id = assets.file_id
          where assets.site_id = ${siteId} and assets.id = ${id}::uuid`,
      )
    : [];
  if (!row) throw new ProblemError(assetNotFound);
  return row;
}
