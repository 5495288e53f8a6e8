// A product in a list: its picture, its versions, its price, and the button that puts it into the basket.

import { mostOf, quantityOf, setQuantity } from "./basket.js";
import { announce, fewLeft } from "./basket-view.js";
import { findVariant, fullTitle } from "./catalogue.js";
import { element, say, show } from "./elements.js";
import { fillFrame } from "./pictures.js";
import { addressOf } from "./address.js";
import { langOf, price, messages } from "./language.js";
import { pictureIndexOf } from "./variant-picture.js";

/** By the id of a product: the variant that was chosen last, in a list or on its page. */
const chosen = new Map();

export const choose = (product, variantId) => chosen.set(product.id, variantId);
export function chosenOf(product) {
  const known = product.variants.find(({ id }) => id === chosen.get(product.id));
  return known ?? product.variants.find(({ available }) => available) ?? product.variants[0];
}

/** Two cards beside each other on a telephone, and as many as fit on a screen. */
const cardSizes = "(max-width: 40rem) 50vw, 18rem";

const updates = new WeakMap();

document.addEventListener("basket", () => {
  for (const card of document.querySelectorAll(".product")) updates.get(card)?.();
});

/** `level` is that of the title among the headings of the page. */
export function productCard(product, level) {
  const picture = element("div", { class: "picture" });
  const choice = element("select", { "aria-label": messages.chooseOf(product.title), lang: langOf(product) });
  const [amount, before] = [element("span"), element("s", { class: "soft", hidden: true })];
  const lowest = element("small", { class: "lowest", hidden: true });
  const stock = element("p", { class: "stock", hidden: true });
  const button = element("button", { class: "button plain", type: "button" });
  const address = addressOf({ product: product.slug });
  const card = element(
    "li",
    { class: "product" },
    // The title's link is the one for the keyboard and the ear.
    element("a", { class: "picture-link", href: address, tabindex: "-1", "aria-hidden": "true" }, picture),
    element(`h${level}`, { class: "product-title", lang: langOf(product) }, element("a", { href: address }, product.title)),
    element("p", { class: "price" }, before, amount, lowest),
    choice,
    stock,
    button,
  );
  for (const { id, title, available } of product.variants) {
    choice.append(element("option", { value: id }, available ? title : messages.variantSoldOut(title)));
  }
  show(choice, product.variants.length > 1);
  choice.value = chosenOf(product).id;

  const update = () => {
    const { variant } = findVariant(choice.value) ?? {};
    if (!variant) return;
    fillFrame(picture, product, product.images[pictureIndexOf(product, variant)], { alt: "", sizes: cardSizes });
    say(amount, price(variant.price, product.currency));
    showBefore(before, variant, product);
    showLowest(lowest, variant, product);
    showStock(stock, variant);
    showButton(button, product, variant);
    card.classList.toggle("sold-out", !variant.available);
  };
  choice.addEventListener("change", () => {
    choose(product, choice.value);
    update();
  });
  button.addEventListener("click", () => addOne(choice.value));
  updates.set(card, update);
  update();
  return card;
}

/** The price that is crossed out. */
export function showBefore(place, { compareAtPrice }, { currency }) {
  show(place, compareAtPrice !== null);
  if (compareAtPrice !== null) {
    place.replaceChildren(element("span", { class: "unseen" }, `${messages.was} `), price(compareAtPrice, currency));
  }
}

/** What the law of the European Union wants beside a reduced price. */
export function showLowest(place, { priorPrice = null }, { currency }) {
  show(place, priorPrice !== null);
  say(place, priorPrice === null ? "" : messages.lowest(price(priorPrice, currency)));
}

function showStock(place, { id }) {
  const most = mostOf(id);
  const isFew = most > 0 && most <= fewLeft;
  say(place, isFew ? messages.onlyLeft(most) : "");
  show(place, isFew);
}

/** A button that adds one more, as long as there is one more. */
export function showButton(button, product, { id }) {
  const [quantity, most] = [quantityOf(id), mostOf(id)];
  const text =
    most === 0
      ? messages.soldOut
      : quantity >= most
        ? messages.allInBasket(most)
        : quantity > 0
          ? messages.addAnother(quantity)
          : messages.add;
  say(button, text);
  button.setAttribute("aria-label", `${text}: ${product.title}`);
  button.disabled = quantity >= most;
}

export function addOne(variantId) {
  setQuantity(variantId, quantityOf(variantId) + 1);
  announce(messages.inBasket(fullTitle(findVariant(variantId))));
}
