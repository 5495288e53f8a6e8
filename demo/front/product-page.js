// A page for one product: all its pictures, its options, its stock and its attributes.

import { addOne, choose, chosenOf, showBefore, showButton, showLowest } from "./product-card.js";
import { mostOf } from "./basket.js";
import { fewLeft } from "./basket-view.js";
import { findVariant, pathOf, readDesignersOf, readGuideTitles } from "./catalogue.js";
import { element, find, say } from "./elements.js";
import { attributeElements } from "./product-attributes.js";
import { fillFrame } from "./pictures.js";
import { addressOf, demo, readAddress, siteAddressOf } from "./address.js";
import { isTranslated, langOf, price, messages } from "./language.js";
import { pictureIndexOf } from "./variant-picture.js";

/** Brings the page that is shown up to date after the basket or the stock changed. */
let update = () => undefined;
document.addEventListener("basket", () => update());

export function showProduct(product, categories) {
  let variant = chosenOf(product);
  const stage = element("div", { class: "stage", lang: langOf(product) });
  const thumbs = element("ul", { class: "thumbs", "aria-label": messages.pictures });
  const [amount, before] = [element("span"), element("s", { class: "soft", hidden: true })];
  const lowest = element("small", { class: "lowest", hidden: true });
  const stock = element("p", { class: "stock", role: "status" });
  const button = element("button", { class: "button", type: "button" });
  const details = element("dl", { class: "details", lang: langOf(product) });
  const choices = element("div", { class: "choices", lang: langOf(product) });
  let picture = pictureIndexOf(product, variant);

  const showPicture = (index) => {
    picture = index;
    fillFrame(stage, product, product.images[index], {
      alt: altOf(product, index),
      isLazy: false,
      sizes: "(max-width: 56rem) 100vw, 40rem",
    });
    thumbs.querySelectorAll("button").forEach((each, at) => each.setAttribute("aria-pressed", String(at === index)));
  };
  update = () => {
    variant = findVariant(variant.id)?.variant ?? variant;
    const most = mostOf(variant.id);
    say(amount, price(variant.price, product.currency));
    showBefore(before, variant, product);
    showLowest(lowest, variant, product);
    say(stock, most === 0 ? messages.soldOut : most <= fewLeft ? messages.onlyLeft(most) : messages.inStock);
    stock.dataset.kind = most === 0 ? "none" : most <= fewLeft ? "few" : "some";
    showButton(button, product, variant);
    details.replaceChildren(...attributeElements({ ...product, attributes: withoutGuides(product.attributes) }, variant.options));
  };
  const choosing = (next) => {
    variant = next;
    choose(product, next.id);
    showPicture(pictureIndexOf(product, next));
    update();
    showChoices();
  };
  const showChoices = () => {
    const focused = document.activeElement?.id;
    choices.replaceChildren(...choiceElements(product, variant, choosing));
    // The control that was used is a new one now.
    if (focused) document.getElementById(focused)?.focus();
  };

  if (product.images.length > 1)
    thumbs.append(...product.images.map((image, index) => thumbElement(product, image, index, () => showPicture(index))));
  button.addEventListener("click", () => addOne(variant.id));
  find("product-page").replaceChildren(
    wayTo(product, categories),
    element(
      "div",
      { class: "product-parts" },
      element("div", { class: "pictures" }, stage, product.images.length > 1 && thumbs),
      element(
        "div",
        { class: "product-words" },
        element("h1", { lang: langOf(product), tabindex: "-1" }, product.title),
        element("p", { class: "price" }, before, amount, lowest),
        (product.description ?? "")
          .split(/\n{2,}/)
          .filter((text) => text.trim() !== "")
          .map((text) => element("p", { class: "description", lang: langOf(product) }, text)),
        designerElement(product),
        choices,
        stock,
        button,
        guidesElement(product),
        Object.keys(product.attributes).length > 0 && element("h2", { class: "details-title" }, messages.details),
        details,
      ),
    ),
  );
  showPicture(picture);
  update();
  showChoices();
}

export function showProductProblem(text) {
  update = () => undefined;
  find("product-page").replaceChildren(
    element("h1", { tabindex: "-1" }, text),
    element("p", { class: "way-back" }, element("a", { href: addressOf() }, messages.backToShop)),
  );
}

/** Shop › Furniture › Seating › Chairs. */
function wayTo({ categoryId }, categories) {
  const steps = pathOf(categories, categoryId).map((category) => ({
    href: addressOf({ category: category.slug }),
    title: category.title,
    lang: langOf(category),
  }));
  return element(
    "nav",
    { class: "way", "aria-label": messages.youAreHere },
    element(
      "ol",
      {},
      [{ href: addressOf(), title: messages.shop }, ...steps].map(({ href, title, lang }) =>
        element("li", {}, element("a", { href, lang }, title)),
      ),
    ),
  );
}

/**
 * A file of the media library has words in each language. Those of a picture elsewhere have one: in the others it has the product's title, and its number.
 */
function altOf({ title, images, ...item }, index) {
  if (!isTranslated(item) || images[index]?.asset) return images[index]?.alt || title;
  return images.length > 1 ? `${title}, ${messages.picture(index + 1, images.length)}` : title;
}

function thumbElement(product, image, index, act) {
  const name = image.alt && (image.asset || !isTranslated(product)) ? image.alt : messages.picture(index + 1, product.images.length);
  const frame = element("button", { type: "button", "aria-label": name });
  fillFrame(frame, product, image, { alt: "", sizes: "5rem" });
  frame.addEventListener("click", act);
  return element("li", {}, frame);
}

/** A group of radio buttons for each option; of variants without options, one group of all of them. */
function choiceElements(product, variant, choosing) {
  if (product.variants.length === 1) return [];
  const groups =
    product.options.length > 0
      ? product.options.map(({ name, values }) => ({
          name,
          items: values.map((value) => ({
            text: value,
            isChosen: variant.options[name] === value,
            target: nearest(product, variant, name, value),
          })),
        }))
      : [
          {
            name: messages.variant,
            items: product.variants.map((each) => ({ text: each.title, isChosen: each.id === variant.id, target: each })),
          },
        ];
  return groups.map(({ name, items }, group) =>
    element(
      "fieldset",
      {},
      element("legend", {}, name),
      element(
        "div",
        { class: "values" },
        items.map(({ text, isChosen, target }, index) => {
          const id = `choice-${group}-${index}`;
          const input = element("input", { type: "radio", id, name: `choice-${group}`, checked: isChosen, disabled: !target });
          input.addEventListener("change", () => choosing(target));
          const isGone = !target || mostOf(target.id) === 0;
          const label = isGone ? messages.variantSoldOut(text) : text;
          return element("span", { class: isGone ? "value gone" : "value" }, input, element("label", { for: id }, label));
        }),
      ),
    ),
  );
}

/** The variant with this value, and with as many of the other chosen values as there is one. */
function nearest({ variants }, variant, name, value) {
  const alike = (each) => Object.entries(variant.options).filter(([other, own]) => other !== name && each.options[other] === own).length;
  return variants.filter((each) => each.options[name] === value).sort((a, b) => alike(b) - alike(a))[0];
}

/** The demo's products name guides of the site, which the viewer of pages shows. */
const guidesOf = ({ guides }) =>
  Array.isArray(guides) ? guides.filter((slug) => typeof slug === "string" && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) : [];
const withoutGuides = (attributes) => Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== "guides"));

/** Links to guides. Their titles come a moment later: until then the slugs, which are words, stand in their place. */
function guidesElement({ attributes }) {
  const slugs = guidesOf(attributes);
  const links = new Map(
    slugs.map((slug) => {
      const title = slug.replaceAll("-", " ");
      const href = siteAddressOf({ guide: slug });
      return [slug, element("a", { href, lang: langOf() }, title.slice(0, 1).toUpperCase() + title.slice(1))];
    }),
  );
  void readGuideTitles(slugs).then((guides) => {
    for (const [slug, guide] of guides) {
      if (typeof guide.data?.title !== "string") continue;
      say(links.get(slug), guide.data.title);
      links.get(slug).lang = guide.locale;
    }
  });
  const items = [...links.values()].map((link) => element("li", {}, link));
  return items.length > 0 && element("div", { class: "guides" }, element("h2", {}, messages.guides), element("ul", {}, items));
}

// ---- Who designed it. The product does not say so: a query asks for the designer whose entry refers to it ----

/** A line whose place is kept until the answer comes. It goes where nobody is named. */
function designerElement(product) {
  // Another site than the demo's has no such type, and is not asked for it.
  if (readAddress().key !== demo.key) return false;
  const line = element("p", { class: "designer" });
  void readDesignersOf(product).then(
    (designers) => (designers.length > 0 ? line.replaceChildren(...lineOf(designers)) : line.remove()),
    // The page is one of a product. It is whole without this line.
    () => line.remove(),
  );
  return line;
}

const lineOf = (designers) => [
  element("span", { class: "soft" }, messages.designedBy),
  ...designers.flatMap(({ slug, data }, index) => [
    index > 0 ? ", " : " ",
    element("a", { href: siteAddressOf({ designer: slug }) }, data.name),
  ]),
];
