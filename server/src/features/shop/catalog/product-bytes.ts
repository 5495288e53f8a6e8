import { completeSeo } from "../../../lib/http/seo.ts";
import { shownPicture, type StoredPicture } from "./picture.ts";
import type { ProductInput } from "./save-products.ts";
import { alternateBytes, translateProduct } from "./translation.ts";

/** The size of a product in a response. A list shows a hundred, so this limit keeps its response below 32 MiB. */
export const maxProductBytes = 320 * 1024;
/** `"id":"…","available":false,` */
const addedToVariant = 64;
/** `"priorPrice":99999999,` */
const addedToReducedVariant = 24;
/** `"currency":"eur",` */
const addedForCurrency = 18;

/** The product's size as JSON text in the locale where it is largest, without the server address that its pictures get. */
export function productBytes({
  translations,
  aliases: _aliases,
  taxClass: _taxClass,
  giftCard: _giftCard,
  variants,
  ...members
}: ProductInput): number {
  // What says how an order is sent and taxed is in no response, and each response has the prices of one currency.
  const product = {
    ...members,
    variants: variants.map(
      ({ weightGrams: _weight, requiresShipping: _requires, prices: _prices, compareAtPrices: _compareAtPrices, ...variant }) => variant,
    ),
  };
  const reduced = variants.filter(
    ({ compareAtPrice, compareAtPrices }) => compareAtPrice !== null || Object.keys(compareAtPrices).length > 0,
  );
  const isPricedTwice = variants.some(({ prices }) => Object.keys(prices).length > 0);
  const added = variants.length * (addedToVariant + (isPricedTwice ? addedForCurrency : 0)) + reduced.length * addedToReducedVariant;
  const images = product.images.map(widest);
  const shownProduct = { ...product, images, seo: completeSeo(product.seo ?? {}), category: null };
  const representations = [{ ...product, images }, ...Object.values(translations).map((words) => translateProduct(shownProduct, words))];
  const alternates = Object.entries(translations).map(([locale, { slug = product.slug }]) => locale.length + slug.length + alternateBytes);
  return (
    added +
    alternates.reduce((sum, bytes) => sum + bytes, 0) +
    Math.max(...representations.map((each) => Buffer.byteLength(JSON.stringify(each))))
  );
}

/** A picture in the locale where it has the most words, at this server. */
function widest(picture: StoredPicture): object {
  if (!("asset" in picture)) return picture;
  const locales = Object.keys(picture.alts).sort((one, other) => bytesOf(picture.alts[other]) - bytesOf(picture.alts[one]));
  return shownPicture(picture, { publicUrl: "", media: { publicUrl: "" }, site: { id: "", filesUntil: null }, locales });
}

function bytesOf(text = ""): number {
  return Buffer.byteLength(text);
}
