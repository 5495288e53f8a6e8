import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { assetIdsOf, storedAsset, type AssetCopy, type StoredPicture } from "./picture.ts";
import { categoriesTag, productListsTag, productsOfCategoryTag, productTag } from "./tags.ts";

/** Products that are read and written at once. */
const batchSize = 500;

interface Shown {
  id: string;
  pictures: StoredPicture[];
}

/**
 * Writes the pictures anew that show an asset, with what it is now. Undefined: it is gone, and so are they. Call it in the transaction that changes
 * the asset and holds the site. That is not an edit of a product. Touches the lists if anything shows it.
 */
export async function refreshPictures(
  tx: Sql,
  { touched }: Pick<PublicWriteContext, "touched">,
  siteId: string,
  assetId: string,
  copy: AssetCopy | undefined,
): Promise<void> {
  const renewed = ({ id, pictures }: Shown) => {
    const now = pictures.flatMap((picture): StoredPicture[] => {
      if (!("asset" in picture) || picture.asset !== assetId) return [picture];
      return copy ? [storedAsset(copy, picture.alt)] : [];
    });
    return { id, pictures: now, asset_ids: assetIdsOf(now) };
  };
  const products = await refreshProducts(tx, siteId, assetId, renewed);
  for (const id of products) touched.add(productTag(id));
  const categories = await tx<{ id: string; image: string | null }>`
    select id, image::text as image from categories
    where site_id = ${siteId} and asset_ids <> '{}' and asset_ids @> array[${assetId}]::uuid[]`;
  const rows = categories.map(({ id, image }) => renewed({ id, pictures: image === null ? [] : [JSON.parse(image) as StoredPicture] }));
  if (rows.length > 0) {
    const rowsJson = JSON.stringify(
      rows.map(({ pictures: [image], ...row }) => ({ ...row, image: image === undefined ? null : JSON.stringify(image) })),
    );
    await tx`
      update categories set image = given.image::json, asset_ids = given.asset_ids
      from json_to_recordset(${rowsJson}::json) as given (id uuid, image text, asset_ids uuid[])
      where categories.site_id = ${siteId} and categories.id = given.id`;
    touched.add(categoriesTag);
    for (const { id } of rows) touched.add(productsOfCategoryTag(id));
  }
  if (products.length + rows.length > 0) touched.add(productListsTag);
}

/** Resolves with the products that show the asset. */
async function refreshProducts(
  tx: Sql,
  siteId: string,
  assetId: string,
  renewed: (item: Shown) => { id: string; pictures: StoredPicture[]; asset_ids: string[] },
): Promise<string[]> {
  const products = await tx<{ id: string }>`
    select id from products
    where site_id = ${siteId} and asset_ids <> '{}' and asset_ids @> array[${assetId}]::uuid[]
    order by id`;
  const ids = products.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = await tx<{ id: string; images: string }>`
      select id, images::text as images from products where site_id = ${siteId} and id = any (${ids.slice(start, start + batchSize)}::uuid[])`;
    const rows = batch.map(({ id, images }) => renewed({ id, pictures: JSON.parse(images) as StoredPicture[] }));
    const rowsJson = JSON.stringify(rows.map(({ pictures, ...row }) => ({ ...row, images: JSON.stringify(pictures) })));
    await tx`
      update products set images = given.images::json, asset_ids = given.asset_ids
      from json_to_recordset(${rowsJson}::json) as given (id uuid, images text, asset_ids uuid[])
      where products.site_id = ${siteId} and products.id = given.id`;
  }
  return ids;
}
