// Lists of products: the whole shop and a category, in groups; and what a search finds, the best first.

import { findCategory, listProducts, wordsNotFound } from "./catalogue.js";
import { element, find, say, show } from "./elements.js";
import { productCard } from "./product-card.js";
import { addressOf } from "./address.js";
import { langOf, messages } from "./language.js";

/** What is shown: as `category` or `q` asks, as far as it was loaded. */
let shown;

/** Whether this list is on the page: whoever comes back to it finds it as it was. */
export const isShown = ({ category, q }) => shown !== undefined && shown.category === category && shown.q === q;

/** Shows the first page of a list. `isWanted` says whether it is still asked for when the answer comes. */
export async function showList({ category, q }, isWanted = () => true) {
  if (q !== undefined) say("found", messages.searching);
  show("search-note", q !== undefined);
  const answer = await listProducts({ category, q }, 1);
  if (!isWanted()) return;
  shown = { category, q, page: 1, loaded: 0 };
  find("groups").replaceChildren();
  append(answer);
  if (q !== undefined) saySearch(q, answer);
  else {
    say("products-empty", category === undefined ? messages.nothingToSell : messages.categoryMissing);
    show("products-empty", answer.total === 0);
  }
}

export async function showMore() {
  const { category, q, page } = shown;
  const answer = await listProducts({ category, q }, page + 1);
  if (!isShown({ category, q })) return;
  shown.page = page + 1;
  const before = find("groups").querySelectorAll(".product").length;
  append(answer);
  // The button moved away: the keyboard goes on with the first of the new ones.
  find("groups").querySelectorAll(".product-title a")[before]?.focus();
}

function append({ products, total }) {
  shown.loaded += products.length;
  if (shown.q !== undefined) gridOf("found-products").append(...products.map((product) => productCard(product, 2)));
  else {
    // Of a shop without categories everything is one group.
    const rest = shown.page > 1 || products.some(({ category }) => category !== null) ? messages.rest : messages.everything;
    for (const product of products) {
      const { category } = product;
      // The title may be in another language than the product's.
      const lang = category ? langOf(findCategory(category.id)) : undefined;
      gridOf(category?.slug ?? "", category?.title ?? rest, lang).append(productCard(product, 3));
    }
  }
  const left = products.length === 0 ? 0 : total - shown.loaded;
  say("more", messages.showMore(left));
  show("more", left > 0);
  show("products-empty", false);
}

/** The list of a group, which is made where it is not there yet. */
function gridOf(name, title, lang) {
  const groups = [...find("groups").children];
  const group = groups.find((each) => each.dataset.group === name);
  if (group) return group.querySelector("ul");
  const grid = element("ul", { class: "grid" });
  const heading = title !== undefined && element("h2", { lang }, title);
  find("groups").append(element("section", { class: "group", "data-group": name }, heading, grid));
  return grid;
}

function saySearch(q, { products, total }) {
  const missing = wordsNotFound(q, products);
  const similar = missing.length > 0 ? messages.similar(missing.map(messages.quoted).join(", ")) : "";
  say("found", total === 0 ? messages.foundNothing(q) : `${messages.found(total, q)}. ${similar}`.trim());
  find("search-clear").href = addressOf();
}

/** The categories that have something of their own to show. Those above them are in the way to a product. */
export function showCategories(categories, current) {
  const isAbove = (category) => categories.some(({ parentId }) => parentId === category.id);
  const link = (address, title, isCurrent, lang) => element("a", { href: address, lang, "aria-current": isCurrent && "true" }, title);
  const own = categories.filter((category) => category.productCount > 0 && (!isAbove(category) || category.slug === current));
  find("categories").replaceChildren(
    ...(own.length > 1 ? [link(addressOf(), messages.everything, current === undefined)] : []),
    ...own.map((each) => link(addressOf({ category: each.slug }), each.title, each.slug === current, langOf(each))),
  );
}
