// Pictures in blocks and entries. A picture is what products have: { url, alt, width, height }. A text is one, too, where the name of
// its member says so and it is an address.

import { element, pictureAddress } from "./elements.js";

const names = ["image", "picture", "photo", "cover", "illustration", "logo"];
const listNames = ["images", "pictures", "photos", "gallery"];

/** `{ src, alt, width, height, caption }`, or undefined for what is no picture. */
function pictureOf(value) {
  const given = typeof value === "string" ? { url: value } : value;
  if (given === null || typeof given !== "object") return undefined;
  const src = pictureAddress(given.url ?? given.src);
  const size = (number) => (Number.isInteger(number) && number > 0 && number < 20_000 ? String(number) : undefined);
  const words = (text) => (typeof text === "string" ? text : "");
  return src && { src, alt: words(given.alt), caption: words(given.caption), width: size(given.width), height: size(given.height) };
}

export function figure(picture) {
  const { src, alt, caption, width, height } = picture;
  return element("figure", { class: "figure" }, image({ src, alt, width, height }), caption !== "" && element("figcaption", {}, caption));
}

/** One that cannot be loaded leaves its description. */
function image({ src, alt, width, height }) {
  const made = element("img", { alt, width, height, loading: "lazy", decoding: "async" });
  made.addEventListener("error", () => made.replaceWith(element("em", { class: "soft" }, alt)), { once: true });
  made.src = src;
  return made;
}

/** The picture of a block, of one of its items, or of an entry. */
export function mainPicture(props) {
  const own = names.map((name) => pictureOf(props?.[name])).find(Boolean);
  return own && { alt: "", ...own };
}

/** All other pictures: those of lists. */
export function pictureList(props) {
  return listNames.flatMap((name) => (Array.isArray(props?.[name]) ? props[name].map(pictureOf).filter(Boolean) : []));
}

/** A picture within a text. Undefined where its address is none. */
export function inlinePicture(href, alt) {
  const src = pictureAddress(href);
  return src && image({ src, alt });
}
