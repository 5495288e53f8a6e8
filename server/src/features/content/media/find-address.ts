import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Focus } from "../../../ports/pictures.ts";
import { defaultRatios } from "./variant.ts";

/** What lies at an address of an asset, with the version of the site's content at that time. */
export interface FoundAddress {
  fileId: string;
  name: string;
  sha256: string;
  contentType: string;
  extension: string;
  bytes: number;
  width: number | null;
  height: number | null;
  pages: number | null;
  focus: Focus;
  ratios: readonly string[];
  contentVersion: number;
}

/** Undefined: there is nothing at that address. */
export async function findAddress(sql: Sql, siteId: string, assetId: string, hash: string): Promise<FoundAddress | undefined> {
  if (!isUuid(assetId) || !/^[0-9a-f]{8}$/.test(hash)) return undefined;
  const [row] = await sql<Omit<FoundAddress, "focus" | "ratios"> & { focusX: number; focusY: number; ratios: string[] | null }>`
    select
      addresses.file_id as "fileId", addresses.name, files.sha256, files.content_type as "contentType", files.extension,
      files.bytes::float8 as bytes, files.width, files.height, files.pages, addresses.focus_x as "focusX", addresses.focus_y as "focusY",
      (select sites.settings::json -> 'media' -> 'ratios' from sites where sites.id = ${siteId})::json as ratios,
      (select site_versions.content_version::float8 from site_versions where site_versions.site_id = ${siteId}) as "contentVersion"
    from asset_addresses as addresses
    join asset_files as files on files.site_id = ${siteId} and files.id = addresses.file_id
    where addresses.site_id = ${siteId} and addresses.asset_id = ${assetId} and addresses.hash = ${hash}`;
  if (!row) return undefined;
  const { focusX, focusY, ratios, ...address } = row;
  return { ...address, focus: [focusX, focusY], ratios: ratios ?? defaultRatios };
}
