// The part of the page's address behind the `#`: whose shop, in which language, and what of it. No server hears of it.

import { demo, releaseToken } from "./api.js";

/** `key` (whose shop; an empty one asks), `locale` (absent: the site's own), and at most one of `product`, `category` and `q`. */
export function readAddress() {
  const { key = demo.key, locale, product, category, q } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return { key, locale, product: product || undefined, category: category || undefined, q: q || undefined };
}

/** The address of something of the same shop, in the same language: `addressOf({ product: "fjell-chair" })`. */
export function addressOf(place = {}, { key, locale } = readAddress()) {
  const release = releaseToken();
  const members = { ...(key !== demo.key && { key }), ...(release && { release }), ...place, ...(locale && { locale }) };
  return `#${new URLSearchParams(members).toString()}`;
}

/** The same shop in the viewer of pages. */
export const siteAddressOf = (place = {}) => `site${addressOf(place)}`;

/** This page without what stands behind the `?`, in the same shop and language. */
export function startAddress(query = "") {
  const fragment = addressOf();
  return location.origin + location.pathname + query + (fragment === "#" ? "" : fragment);
}
