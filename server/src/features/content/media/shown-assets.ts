import type { Sql } from "../../../ports/database.ts";
import { assetBase, srcsetOf, stillOf, type AddressedSite, type MediaPlace } from "../../../lib/media/media-address.ts";
import { nameInAddress } from "./file-name.ts";

/** An asset as content shows it. */
export interface ShownAsset {
  asset: string;
  url: string;
  alt: string;
  width: number | null;
  height: number | null;
  contentType: string;
  bytes: number;
  focus: [number, number];
  placeholder: string | null;
  srcset: string | null;
  /** The first frame of an animated picture. */
  still?: string;
}

/** Reads assets as content of a locale shows them, in one statement. Of one that does not exist there is nothing. */
export async function readShownAssets(
  sql: Sql,
  site: AddressedSite & { defaultLocale: string },
  wanted: readonly { id: string; locale: string }[],
  media: MediaPlace,
): Promise<(ShownAsset | undefined)[]> {
  if (wanted.length === 0) return [];
  const rows = await sql<Omit<ShownAsset, "asset" | "url" | "alt" | "focus" | "srcset" | "still"> & AddressRow>`
    select
      assets.id, assets.name, assets.alt::json as alt, assets.hash, assets.focus_x as "focusX", assets.focus_y as "focusY",
      files.extension, files.width, files.height, files.content_type as "contentType", files.bytes::float8 as bytes, files.placeholder, files.pages
    from assets
    join asset_files as files on files.site_id = ${site.id} and files.id = assets.file_id
    where assets.site_id = ${site.id} and assets.id = any (${[...new Set(wanted.map(({ id }) => id))]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ id, locale }) => {
    const row = byId.get(id);
    if (!row) return undefined;
    const { name, alt, hash, focusX, focusY, extension, pages, width, height, contentType, bytes, placeholder } = row;
    const base = assetBase(media, site, { id, hash });
    return {
      asset: id,
      url: `${base}/${nameInAddress(name, extension)}`,
      alt: alt[locale] ?? alt[site.defaultLocale] ?? "",
      width,
      height,
      contentType,
      bytes,
      focus: [focusX, focusY],
      placeholder,
      srcset: srcsetOf(base, { contentType, pages, width }),
      ...stillOf(base, { contentType, pages, width }),
    };
  });
}

interface AddressRow {
  id: string;
  name: string;
  alt: Record<string, string>;
  hash: string;
  focusX: number;
  focusY: number;
  extension: string;
  pages: number | null;
}

/** The content types of those assets that exist, by id. */
export async function readAssetTypes(sql: Sql, siteId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; contentType: string }>`
    select assets.id, files.content_type as "contentType"
    from assets
    join asset_files as files on files.site_id = ${siteId} and files.id = assets.file_id
    where assets.site_id = ${siteId} and assets.id = any (${ids}::uuid[])`;
  return new Map(rows.map(({ id, contentType }) => [id, contentType]));
}

/** The kind of a file, as `x-accept` names it. */
export function kindOfFile(contentType: string): string {
  const [kind = ""] = contentType.split("/");
  return ["image", "video", "audio"].includes(kind) ? kind : "document";
}
