// Pictures of products, and what stands for them where there is none.

import { element, pictureAddress } from "./elements.js";

/** Fills a frame with a picture, or with the beginning of the title: of a product without pictures, or if the picture cannot be loaded. */
export function fillFrame(frame, { title, slug }, picture, { alt = picture?.alt ?? title, isLazy = true } = {}) {
  const src = pictureAddress(picture?.url);
  const shown = frame.querySelector("img");
  if (src !== undefined && shown?.src === src) return;
  const empty = () => {
    // One of four colours, always the same for a product.
    const tint = [...(slug ?? title)].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 4;
    frame.replaceChildren(element("span", { class: `no-picture tint-${tint}`, "aria-hidden": "true" }, Array.from(title.trim())[0] ?? "·"));
  };
  if (src === undefined) return empty();
  // The size first: the place is kept before the picture arrives.
  const { width, height } = { width: String(picture.width ?? 1200), height: String(picture.height ?? 900) };
  const image = element("img", { width, height, alt, loading: isLazy && "lazy", decoding: "async" });
  image.addEventListener("error", empty, { once: true });
  image.src = src;
  frame.replaceChildren(image);
}
