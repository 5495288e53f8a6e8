// The basket as it is shown: its lines, its total, and the way to it on small screens.

import { basketLines, mostOf, pieces, setQuantity, total } from "./basket.js";
import { findVariant, fullTitle } from "./catalogue.js";
import { element, find, say, show } from "./elements.js";
import { fillFrame } from "./pictures.js";
import { langOf, price, messages } from "./language.js";
import { pictureIndexOf } from "./variant-picture.js";

/** Few enough to be worth saying. */
export const fewLeft = 5;

export function showBasket() {
  // Lines are kept and changed, not made anew: whoever is typing in one stays there.
  const shown = new Map([...find("lines").children].map((line) => [line.dataset.variantId, line]));
  const lines = basketLines();
  for (const [variantId, line] of shown) if (!lines.some((each) => each.variantId === variantId)) line.remove();
  for (const { variantId, quantity } of lines) {
    const { product, variant } = findVariant(variantId);
    let line = shown.get(variantId);
    if (!line) find("lines").append((line = lineElement(variantId)));
    const [input, left] = [line.querySelector("input"), line.querySelector(".left")];
    const most = mostOf(variantId);
    input.value = String(quantity);
    input.max = String(most);
    say(line.querySelector(".sum"), price(quantity * variant.price, product.currency));
    say(left, most <= fewLeft ? messages.onlyLeft(most) : "");
    show(left, most <= fewLeft);
  }
  const { amount, currency } = total();
  const totalText = lines.length === 0 ? "" : price(amount, currency);
  say("total", totalText);
  say("pay", messages.pay(totalText));
  say("basket-link", messages.basketLink(pieces(), totalText));
  show("basket-empty", lines.length === 0);
  for (const id of ["checkout", "basket-link"]) show(id, lines.length > 0);
}

function lineElement(variantId) {
  const found = findVariant(variantId);
  const { product, variant } = found;
  const name = fullTitle(found);
  const input = element("input", { type: "number", min: "1", step: "1", inputmode: "numeric", "aria-label": messages.quantityOf(name) });
  const remove = element("button", { class: "link", type: "button", "aria-label": messages.removeOf(name) }, messages.remove);
  const picture = element("div", { class: "thumb" });
  // The title stands beside it.
  fillFrame(picture, product, product.images[pictureIndexOf(product, variant)], { alt: "", sizes: "72px" });
  const line = element(
    "li",
    { class: "line", "data-variant-id": variantId },
    picture,
    element(
      "div",
      { class: "what", lang: langOf(product) },
      element("p", { class: "title" }, product.title),
      element("p", { class: "soft small" }, variant.title === product.title ? "" : variant.title),
    ),
    element("p", { class: "sum" }),
    element("div", { class: "change" }, input, element("span", { class: "left" }), remove),
  );
  input.addEventListener("change", () => {
    // What is not a number leaves the line as it is; more than there is becomes what there is.
    if (Number.isFinite(input.valueAsNumber)) setQuantity(variantId, Math.max(1, Math.floor(input.valueAsNumber)));
    showBasket();
    announce(messages.changed(input.value, name, find("total").textContent));
  });
  remove.addEventListener("click", () => {
    setQuantity(variantId, 0);
    announce(messages.removed(name));
    find("basket-title").focus(); // The button is gone, and the keyboard must be somewhere.
  });
  return line;
}

/** Read aloud, not shown: what a click changed elsewhere on the page. */
export const announce = (text) => say("said", text);
