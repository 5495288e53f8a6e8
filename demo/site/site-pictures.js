// Pictures in blocks and entries. A picture is what products have: { url, alt, width, height }. A text is one, too, where the name of
// its member says so and it is an address.

import { element, pictureAddress } from "./elements.js";
import { imageElement } from "./pictures.js";

const names = ["image", "picture", "photo", "cover", "illustration", "logo"];
const listNames = ["images", "pictures", "photos", "gallery"];

/** A picture with its address, words and caption, or undefined for what is none. */
function pictureOf(value) {
  const given = typeof value === "string" ? { url: value } : value;
  if (given === null || typeof given !== "object") return undefined;
  const url = given.url ?? given.src;
  const words = (text) => (typeof text === "string" ? text : "");
  return pictureAddress(url) && { ...given, url, alt: words(given.alt), caption: words(given.caption) };
}

/** As wide as the text, or as the screen of a telephone. */
const columnSizes = "(max-width: 48rem) 100vw, 44rem";

export function figure(picture) {
  const { caption } = picture;
  return element("figure", { class: "figure" }, image(picture), caption !== "" && element("figcaption", {}, caption));
}

/** One that cannot be loaded leaves its description. */
function image(picture) {
  const made = imageElement(picture, { sizes: columnSizes });
  made.addEventListener("error", () => made.replaceWith(element("em", { class: "soft" }, picture.alt)), { once: true });
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
  return pictureAddress(href) && image({ url: href, alt });
}
