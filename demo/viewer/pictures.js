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
