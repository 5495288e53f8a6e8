// Pictures of products, and what stands for them where there is none.

import { element, pictureAddress } from "./elements.js";
import { imageElement } from "./pictures.js";

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
