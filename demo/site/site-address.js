// The address of what is shown, and where links in content lead.

import { demo, releaseToken } from "./api.js";
import { element } from "./elements.js";

/**
 * What is to be shown stands behind the `#`: `key` (whose site), `page`, `post`, `guide` or `designer` (which one), or `q` (a search)
 * and `of` (of what), `locale`, `preview` (a draft), `studio` (the origin of the studio that frames the page). That part of an address stays in the browser: no server hears of it, no log has it, and no link passes it on. A token of
 * a preview belongs nowhere else. `release` is one of a whole site: links pass it on.
 */
export function readAddress() {
  const { key, preview, studio, locale, ...names } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const whose = { key: key ?? (preview ? undefined : demo.key), preview, studio, locale };
  if (names.q !== undefined && !preview) return { ...whose, kind: "search", q: names.q.trim(), of: names.of };
  const kind = ["page", "post", "guide", "designer"].find((each) => names[each]);
  return { ...whose, kind: kind ?? "page", slug: names[kind] };
}

const fragmentOf = (place, locale) => {
  const { key } = readAddress();
  const release = releaseToken();
  const whose = { ...(key && key !== demo.key && { key }), ...(release && { release }) };
  return `#${new URLSearchParams({ ...whose, ...place, ...(locale && { locale }) }).toString()}`;
};

/** A link to something else of the same site. */
export const addressOf = (kind, slug, locale = readAddress().locale) => fragmentOf({ [kind]: slug }, locale);

/** A search of the same site: in everything, or `of` a part. */
export const searchAddressOf = ({ q, of }, locale = readAddress().locale) => fragmentOf({ q, ...(of && { of }) }, locale);

/** The same site's shop, or a product or a category of it. */
export const shopAddressOf = (place = {}) => `shop${fragmentOf(place, readAddress().locale)}`;

/**
 * Where a link in content leads. Paths are the site's own: /pages/…, /blog/…, /guides/… and /designers/… stay on this page, /products/…
 * and /categories/… are in the shop. Anything else must be http, https or mailto; what is not is no link.
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
  if (url.pathname === "/") return addressOf("page", "home");
  const [, area, slug] = /^\/(pages|blog|guides|designers|products|categories)\/([a-z0-9/-]+?)\/?$/.exec(url.pathname) ?? [];
  if (area === "products") return shopAddressOf({ product: slug });
  if (area === "categories") return shopAddressOf({ category: slug });
  const kind = { pages: "page", blog: "post", guides: "guide", designers: "designer" }[area];
  return kind && addressOf(kind, slug);
}

export function link(href, children, attributes = {}) {
  const target = targetOf(href);
  if (target === undefined)
    return element("span", { ...attributes, class: [attributes.class, "no-link"].filter(Boolean).join(" ") }, children);
  return element("a", { ...attributes, href: target, rel: /^http/.test(target) && "noopener noreferrer" }, children);
}
