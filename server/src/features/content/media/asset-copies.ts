import { assetBase } from "../../../lib/media/media-address.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { productListsTag, refreshPictures, type AssetCopy } from "../../shop/catalog/index.ts";
import { raiseVersions } from "../../server/sites/index.ts";
import { nameInAddress } from "./file-name.ts";

/** What products and categories copy of assets, by id. Of one that does not exist there is nothing. */
export async function readAssetCopies(sql: Sql, siteId: string, ids: readonly string[]): Promise<Map<string, AssetCopy>> {
  const rows = await sql<Omit<AssetCopy, "asset" | "url" | "focus"> & AddressRow>`
    select
      assets.id, assets.name, assets.alt::json as alts, assets.hash, assets.focus_x as "focusX", assets.focus_y as "focusY",
      files.extension, files.width, files.height, files.content_type as "contentType", files.bytes::float8 as bytes, files.placeholder, files.pages,
      (select sites.slug from sites where sites.id = ${siteId}) as "siteSlug"
    from assets
    join asset_files as files on files.site_id = ${siteId} and files.id = assets.file_id
    where assets.site_id = ${siteId} and assets.id = any (${ids}::uuid[])`;
  return new Map(
    rows.map(({ id, name, hash, focusX, focusY, extension, siteSlug, ...file }) => {
      const url = `${assetBase({ publicUrl: "" }, { id: siteId, slug: siteSlug ?? "", filesUntil: null }, { id, hash })}/${nameInAddress(name, extension)}`;
      return [id, { ...file, asset: id, url, focus: [focusX, focusY] }];
    }),
  );
}

interface AddressRow {
  id: string;
  name: string;
  hash: string;
  focusX: number;
  focusY: number;
  extension: string;
  siteSlug: string | null;
}

/** Writes what the catalogue shows of an asset that was changed or removed in the transaction. */
export async function showInCatalog(tx: Sql, ctx: Pick<PublicWriteContext, "touched">, siteId: string, assetId: string): Promise<void> {
  const copies = await readAssetCopies(tx, siteId, [assetId]);
  await refreshPictures(tx, ctx, siteId, assetId, copies.get(assetId));
}

/** Raises the versions of what shows the assets that a transaction changed: of the content, and of the catalogue if it does. */
export async function raiseShowing(tx: Sql, ctx: PublicWriteContext, siteId: string): Promise<void> {
  const { touched } = ctx;
  if (touched.size > 0) await raiseVersions(tx, ctx, siteId, { content: true, catalog: touched.has(productListsTag) }, touched);
}
