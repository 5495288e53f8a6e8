// What the address asks for, behind its `#`, and the addresses of everything else of the same site. That part of an address stays in the
// browser: no server hears of it, no log has it, and no link passes it on.

import { element } from "./elements.js";

/** The site that is shown when the address names none. Its key is public: it opens nothing that is not for every visitor. */
export const demo = { key: "pk_FjordAndFormDemoKey0000000000000", name: "Fjord & Form" };

/** One document has two views, each at its own path: what a site sells, and its pages. */
const view = location.pathname.endsWith("/shop") ? "shop" : "site";
export const isShop = view === "shop";
const kinds = isShop ? ["product", "category"] : ["page", "post", "guide", "designer"];

const members = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** The token with which published reads answer as they will after a release: in an address that the studio made. */
export const releaseToken = () => members().release || undefined;

/**
 * `key` (whose site; an empty one asks), `locale` (absent: the site's own), and the `kind` of what is shown, with its `slug`, or with `q`
 * and `of` (what is searched for, and in which part). `preview` is the token of a draft, which needs no key and belongs nowhere else;
 * `studio` the origin of the studio that frames the page. A `release` is one of a whole site: links pass it on.
 */
export function readAddress() {
  const { key, preview, studio, locale, q, of, ...slugs } = members();
  const draft = isShop ? undefined : preview;
  const site = { key: key ?? (draft ? undefined : demo.key), locale, preview: draft, studio: isShop ? undefined : studio };
  // The search of the pages is a page itself; the shop without anything to search for is the whole shop.
  if (!draft && (isShop ? q : q !== undefined)) return { ...site, kind: "search", q: q.trim(), of };
  const kind = kinds.find((each) => slugs[each]);
  return { ...site, kind: kind ?? (isShop ? "shop" : "page"), slug: slugs[kind] };
}

/** The address of something of the same site: `addressOf({ product: "fjell-chair" })`. */
export function addressOf(place = {}, { at = view, locale = readAddress().locale } = {}) {
  const { key, release } = { ...members(), key: readAddress().key };
  const whose = { ...(key !== undefined && key !== demo.key && { key }), ...(release && { release }) };
  const fragment = `#${new URLSearchParams({ ...whose, ...place, ...(locale && { locale }) }).toString()}`;
  return at === view ? fragment : at + fragment;
}

export const shopAddressOf = (place) => addressOf(place, { at: "shop" });
export const siteAddressOf = (place) => addressOf(place, { at: "site" });

/** This page without what stands behind the `?`, of the same site and in the same language. */
export function startAddress(query = "") {
  const fragment = addressOf();
  return location.origin + location.pathname + query + (fragment === "#" ? "" : fragment);
}

/** Where a result of a search is shown; undefined for an entry of a type that only another site has. */
export function addressOfResult({ type, contentType, slug }) {
  if (type === "product" || type === "category") return shopAddressOf({ [type]: slug });
  const kind = type === "page" ? "page" : { "blog-post": "post", guide: "guide", designer: "designer" }[contentType];
  return kind && siteAddressOf({ [kind]: slug });
}

/**
 * Where a link in content leads. Paths are the site's own: /pages/…, /blog/…, /guides/… and /designers/… are pages, /products/… and
 * /categories/… are in the shop. Anything else must be http, https or mailto; what is not is not a link.
 */
function targetOf(href) {
  let url;
  try {
    url = new URL(href, "path://site/");
  } catch {
    return undefined;
  }
  if (["http:", "https:", "mailto:"].includes(url.protocol)) return url.href;
  if (url.protocol !== "path:" || url.host !== "site" || !href.startsWith("/")) return undefined;
  // A draft is read without a key, and so nothing but the draft.
  if (!readAddress().key) return undefined;
  if (url.pathname === "/") return siteAddressOf({ page: "home" });
  const [, area, slug] = /^\/(pages|blog|guides|designers|products|categories)\/([a-z0-9/-]+?)\/?$/.exec(url.pathname) ?? [];
  if (area === "products") return shopAddressOf({ product: slug });
  if (area === "categories") return shopAddressOf({ category: slug });
  const kind = { pages: "page", blog: "post", guides: "guide", designers: "designer" }[area];
  return kind && siteAddressOf({ [kind]: slug });
}

export function link(href, children, attributes = {}) {
  const target = targetOf(href);
  if (target === undefined)
    return element("span", { ...attributes, class: [attributes.class, "no-link"].filter(Boolean).join(" ") }, children);
  return element("a", { ...attributes, href: target, rel: /^http/.test(target) && "noopener noreferrer" }, children);
}
