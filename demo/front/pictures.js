// Pictures as elements: in the size and the format that the browser asks for, and with a colour in their place until they are there.

import { element, pictureAddress } from "./elements.js";

/**
 * An image, or undefined where there is no address. `picture` is what the API answers: of a file of the media library it has a `srcset`, whose variants
 * come as AVIF to browsers that take it. `sizes` says how wide the place is before styles are known; a lazy image is measured by browsers that can.
 */
export function imageElement(picture, { sizes, alt = picture?.alt ?? "", isLazy = true, ...attributes } = {}) {
  const src = pictureAddress(picture?.url);
  if (src === undefined) return undefined;
  // The size first: the place is kept before the picture arrives.
  const [width, height] = [measure(picture.width), measure(picture.height)];
  const image = element("img", { ...attributes, width, height, alt, loading: isLazy && "lazy", decoding: "async" });
  if (!isLazy) image.setAttribute("fetchpriority", "high");
  const colour = placeholderColour(picture.placeholder);
  if (colour !== undefined) {
    // Through the object: the policy of the page allows no attribute of this name.
    image.style.backgroundColor = colour;
    image.addEventListener("load", () => (image.style.backgroundColor = ""), { once: true });
  }
  if (typeof picture.srcset === "string" && sizes !== undefined) {
    image.sizes = isLazy ? `auto, ${sizes}` : sizes;
    image.srcset = picture.srcset;
  }
  image.src = src;
  return image;
}

/** In pixels, as an attribute; undefined for what is none. */
const measure = (pixels) => (Number.isInteger(pixels) && pixels > 0 && pixels < 20_000 ? String(pixels) : undefined);

/** The average colour of a ThumbHash, which is in its first three bytes: lightness, and what it has of yellow and of red. */
function placeholderColour(placeholder) {
  if (typeof placeholder !== "string") return undefined;
  let bytes;
  try {
    bytes = atob(placeholder);
  } catch {
    return undefined;
  }
  if (bytes.length < 5) return undefined;
  const head = bytes.charCodeAt(0) | (bytes.charCodeAt(1) << 8) | (bytes.charCodeAt(2) << 16);
  const [light, yellow, red] = [(head & 63) / 63, ((head >> 6) & 63) / 31.5 - 1, ((head >> 12) & 63) / 31.5 - 1];
  const blue = light - (2 / 3) * yellow;
  const r = (3 * light - blue + red) / 2;
  const channels = [r, r - red, blue].map((part) => Math.round(255 * Math.min(1, Math.max(0, part))));
  return `rgb(${channels.join(" ")})`;
}

// ---- Pictures in blocks and entries: what products have, { url, alt, width, height }; or a text, where the name of its member says so ----

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

// ---- Pictures of products, and what stands for them where there is none ----

/** Fills a frame, as wide as `sizes` says, with a picture, or with the beginning of the title: of a product without pictures, or if the picture cannot be loaded. */
export function fillFrame(frame, { title, slug }, picture, { alt = picture?.alt ?? title, isLazy = true, sizes = "64px" } = {}) {
  const src = pictureAddress(picture?.url);
  const shown = frame.querySelector("img");
  if (src !== undefined && shown?.src === src) return;
  const empty = () => {
    // One of four colours, always the same for a product.
    const tint = [...(slug ?? title)].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 4;
    frame.replaceChildren(element("span", { class: `no-picture tint-${tint}`, "aria-hidden": "true" }, Array.from(title.trim())[0] ?? "·"));
  };
  if (src === undefined) return empty();
  const image = imageElement({ width: 1200, height: 900, ...picture }, { sizes, alt, isLazy });
  image.addEventListener("error", empty, { once: true });
  frame.replaceChildren(image);
}
