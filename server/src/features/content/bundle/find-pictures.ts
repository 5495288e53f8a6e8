import { storedAsset, storedPicture, type AssetCopy, type StoredPicture } from "../../shop/catalog/index.ts";
import { findAssetIds, kindOfFile, readAssetCopies } from "../media/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Bundle, BundlePicture } from "./schema.ts";

/** The stored form of a picture of a bundle. */
export type PictureOf = (picture: BundlePicture) => StoredPicture;

/** Looks up the assets that a bundle's products and categories show, in two statements. */
export async function findPictures(tx: Sql, siteId: string, bundle: Pick<Bundle, "products" | "categories">): Promise<PictureOf> {
  const copies = await findCopies(tx, siteId, bundle);
  return ({ asset, url = "", alt = null, ...measures }) => {
    const copy = asset === undefined ? undefined : copies.get(asset);
    return copy ? storedAsset(copy, alt) : storedPicture({ ...measures, url, alt });
  };
}

/** What is wrong with the pictures of products and categories. */
export async function pictureErrors(tx: Sql, siteId: string, bundle: Pick<Bundle, "products" | "categories">): Promise<ValidationError[]> {
  const copies = await findCopies(tx, siteId, bundle);
  return picturesOf(bundle).flatMap(({ picture, path }) => errorsOf(picture, path, copies));
}

/** The bundle without pictures of files that it omits and the site does not have, and a warning for each. */
export async function withoutOmitted(tx: Sql, siteId: string, bundle: Bundle): Promise<{ bundle: Bundle; warnings: ValidationError[] }> {
  if (!bundle.omits?.includes("assets")) return { bundle, warnings: [] };
  const copies = await findCopies(tx, siteId, bundle);
  const isHere = ({ asset }: BundlePicture) => asset === undefined || copies.has(asset);
  const warnings = picturesOf(bundle).flatMap(({ picture, path }) => {
    const message = `is left out: the bundle omits its file, and the site has none of this name: ${picture.asset}`;
    return isHere(picture) ? [] : [{ path: `${path}/asset`, code: "reference", message }];
  });
  if (warnings.length === 0) return { bundle, warnings };
  return {
    warnings,
    bundle: {
      ...bundle,
      ...(bundle.categories && {
        categories: bundle.categories.map((each) => (each.image && !isHere(each.image) ? { ...each, image: null } : each)),
      }),
      ...(bundle.products && {
        products: bundle.products.map((each) => (each.images ? { ...each, images: each.images.filter(isHere) } : each)),
      }),
    },
  };
}

function picturesOf({
  products = [],
  categories = [],
}: Pick<Bundle, "products" | "categories">): { picture: BundlePicture; path: string }[] {
  return [
    ...categories.flatMap(({ image }, index) => (image ? [{ picture: image, path: `/categories/${index}/image` }] : [])),
    ...products.flatMap(({ images = [] }, index) =>
      images.map((picture, place) => ({ picture, path: `/products/${index}/images/${place}` })),
    ),
  ];
}

/** By the names that the bundle uses. */
async function findCopies(
  tx: Sql,
  siteId: string,
  bundle: Pick<Bundle, "products" | "categories">,
): Promise<ReadonlyMap<string, AssetCopy>> {
  const names = [...new Set(picturesOf(bundle).flatMap(({ picture: { asset } }) => (asset === undefined ? [] : [asset])))];
  if (names.length === 0) return new Map();
  const assetIds = await findAssetIds(tx, siteId, names);
  const copies = await readAssetCopies(
    tx,
    siteId,
    assetIds.map(({ id }) => id),
  );
  return new Map(
    assetIds.flatMap(({ place, id }) => {
      const [name, copy] = [names[place], copies.get(id)];
      return name === undefined || copy === undefined ? [] : [[name, copy]];
    }),
  );
}

function errorsOf(picture: BundlePicture, path: string, copies: ReadonlyMap<string, AssetCopy>): ValidationError[] {
  const { asset, url } = picture;
  if (asset === undefined) {
    return url === undefined ? [{ path, code: "required", message: "must have an asset or a url" }] : urlErrors(url, `${path}/url`);
  }
  const others = (["url", "width", "height"] as const).filter((member) => picture[member] !== undefined && picture[member] !== null);
  if (others.length > 0)
    return others.map((member) => ({ path: `${path}/${member}`, code: "unknown", message: "follows from the asset: leave it out" }));
  const copy = copies.get(asset);
  if (!copy) return [{ path: `${path}/asset`, code: "reference", message: `refers to an asset that does not exist: ${asset}` }];
  return kindOfFile(copy.contentType) === "image" ? [] : [{ path: `${path}/asset`, code: "reference", message: "is not a picture" }];
}

function urlErrors(url: string, path: string): ValidationError[] {
  const isOurs = /^\/(?![/\\])[^\s"\\]*$/.test(url);
  const isAbsolute = /^https?:\/\/[^\s"\\]+$/.test(url) && URL.canParse(url);
  return isOurs || isAbsolute ? [] : [{ path, code: "url", message: "is neither an http(s) URL nor a path that begins with one slash" }];
}
