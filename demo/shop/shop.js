// A storefront to read and to copy: products, a search, a basket, a payment, and what became of it.
// It uses Vitrine's public API and nothing else. This file says what is shown when; the others each do one thing:
//
//   catalogue.js      what is for sale             product-list.js, product-card.js, product-page.js   how it is shown
//   basket.js         what the visitor wants       basket-view.js, checkout.js, order-page.js          how it becomes an order
//   product-designer.js, elsewhere.js   what the site has besides: who designed a product, and what a search finds on its pages
//   variant-picture.js, product-attributes.js, attribute-words.js, remembered.js, shop-address.js, shop-language.js, shop-words.js
//
// The imports that are not in this folder are in demo/viewer (the site's viewer has them too) and demo/start. The server hands out all
// of them side by side.

import { isKeyUnknown, releaseToken } from "./api.js";
import { askKey, startAsking } from "./ask-key.js";
import { basketLines, removeUnknown } from "./basket.js";
import { showBasket } from "./basket-view.js";
import { listCategories, readProduct, readProductsOf, readSite } from "./catalogue.js";
import { startCheckout } from "./checkout.js";
import { find, followPlaces, say, show } from "./elements.js";
import { showLanguageLinks } from "./language-links.js";
import { showElsewhere } from "./elsewhere.js";
import { languages, sentenceOf, speak } from "./languages.js";
import { followImports } from "./live.js";
import { followOrder, readOrder } from "./order-page.js";
import { showCategories, showList, showMore, isShown } from "./product-list.js";
import { showProduct, showProductProblem } from "./product-page.js";
import { recall } from "./remembered.js";
import { keepScroll, restoreScroll } from "./scroll.js";
import { addressOf, readAddress, siteAddressOf, startAddress } from "./shop-address.js";
import { hasSlug, langOf, language, setLanguage, slugIn, words } from "./shop-language.js";

const first = readAddress();
let categories = [];
let visit = 0;

// ---- The shop's own words and frame ----

/** What the site is called, and in which language it is. A shop without pages, or whose key is wrong, has neither. */
async function showFrame() {
  const { key, locale } = first;
  const site = key === "" ? {} : await readSite(locale).catch(() => ({}));
  setLanguage(locale, site.locale, site.locales);
  document.documentElement.lang = language;
  speak(document, words);
  const name = site.name || words.shop;
  say("wordmark", name);
  find("wordmark").href = `shop${addressOf()}`;
  setLang(find("wordmark"));
  say("tagline", site.line ?? "");
  if (site.lineLocale) find("tagline").lang = site.lineLocale;
  showLanguageLinksOf();
  find("site-link").href = siteAddressOf();
  find("order-back").href = `shop${addressOf()}`;
  document.title = name;
}

/** Marks the texts of an item that are in another language than the page; those of no item are in the site's own. */
function setLang(place, item) {
  const lang = langOf(item);
  if (lang === undefined) place.removeAttribute("lang");
  else place.lang = lang;
}

/** To the same place in another language. The product or category there has a slug of its own in each. */
function showLanguageLinksOf(item) {
  const { key, ...place } = readAddress();
  const given = Object.fromEntries(Object.entries(place).filter(([name, value]) => name !== "locale" && value !== undefined));
  const kind = given.product ? "product" : "category";
  const placeIn = (locale) => (item ? { ...given, [kind]: slugIn(item, locale) } : given);
  showLanguageLinks(
    languages.map((locale) => ({ locale, href: addressOf(placeIn(locale), { key, locale }) })),
    language,
  );
}

// ---- What is shown ----

async function go({ isFirst = false } = {}) {
  const address = readAddress();
  // Another site, or another language: everything is another one.
  if (address.key !== first.key || address.locale !== first.locale) return location.reload();
  const mine = (visit += 1);
  const isWanted = () => mine === visit;
  showLanguageLinksOf();
  show("products-problem", false);
  try {
    if (address.product) await goToProduct(address.product, isWanted);
    else await goToList(address, isWanted);
  } catch (problem) {
    if (isWanted()) refuse(problem);
  }
  if (!isWanted()) return;
  show("loading", false);
  const isTyping = document.activeElement === find("search");
  if (!isTyping) restoreScroll();
  if (!isFirst && !isTyping) document.querySelector("#products > :not([hidden]) h1")?.focus({ preventScroll: true });
}

async function goToProduct(slug, isWanted) {
  const product = await readProduct(slug).catch((problem) => {
    if (problem.code === "product_not_found") return undefined;
    throw problem;
  });
  if (!isWanted()) return;
  if (product) {
    useOwnSlug("product", product);
    showLanguageLinksOf(product);
    showProduct(product, categories);
  } else showProductProblem(words.productMissing);
  showOnly("product-page");
  document.title = [product?.title, find("wordmark").textContent].filter(Boolean).join(" – ");
}

async function goToList({ category, q }, isWanted) {
  // What this field itself asked for stays as it is: the visitor has typed on meanwhile.
  if (q !== sought) setSearch(q);
  // Both at once; the products do not wait for what else there is.
  void showElsewhere(q);
  if (!isShown({ category, q })) await showList({ category, q }, isWanted);
  if (!isWanted()) return;
  show("search-note", q !== undefined);
  const shown = category && categories.find((each) => hasSlug(each, category));
  if (shown) {
    useOwnSlug("category", shown);
    showLanguageLinksOf(shown);
  }
  showCategories(categories, q === undefined ? (shown?.slug ?? category) : "");
  showOnly("browse");
  say("list-title", shown?.title ?? find("wordmark").textContent);
  find("list-title").className = shown ? "" : "unseen";
  say("list-text", shown?.description ?? "");
  show("list-text", Boolean(shown?.description));
  for (const id of ["list-title", "list-text"]) setLang(find(id), shown);
  const title = shown?.title ?? q;
  document.title = [title, find("wordmark").textContent].filter(Boolean).join(" – ");
}

/** The address has the slug that the answer has, by whichever one the visitor came: each thing has one address in a language. */
function useOwnSlug(kind, { slug }) {
  history.replaceState(history.state, "", addressOf({ [kind]: slug }));
}

function showOnly(shown) {
  for (const id of ["browse", "product-page"]) show(id, id === shown);
}

function refuse(problem) {
  if (isKeyUnknown(problem)) return ask(problem.code === "api_key_invalid");
  say("products-problem", sentenceOf(problem, words));
  show("products-problem");
  showOnly("browse");
}

function ask(isWrong) {
  show("shop", false);
  askKey(true, { isWrong });
  document.title = words.askTitle;
}

// ---- Search, as one types ----

let typing;
/** The search that the field stands for. */
let sought;

function setSearch(q) {
  clearTimeout(typing);
  sought = q;
  find("search").value = q ?? "";
}

function startSearch() {
  setSearch(first.q);
  const search = () => {
    clearTimeout(typing);
    const q = find("search").value.trim();
    const { q: asked } = readAddress();
    if (q === (asked ?? "")) return;
    sought = q || undefined;
    const next = addressOf(q === "" ? {} : { q });
    // One entry in the history for a search, not one for each letter of it.
    if (asked === undefined) location.assign(next);
    else location.replace(next);
  };
  find("search").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(search, 250);
  });
  find("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
}

// ---- Start ----

async function openShop(order) {
  show("shop");
  startSearch();
  startCheckout();
  find("more").addEventListener("click", () => void showMore().catch(refuse));
  // A way to a product needs the categories above it.
  categories = await listCategories().catch(() => []);
  // Before the first products are there: a visitor may follow a link of the frame while they load.
  addEventListener("hashchange", () => void go());
  await Promise.all([go({ isFirst: true }), readProductsOf(basketLines())]);
  if (removeUnknown()) noteAtBasket(words.unavailable);
  showBasket();
  if (!order || order.isOver) return;
  // Back without a payment, or with one and by another way.
  const state = await readOrder(order).catch(() => undefined);
  if (state && state.status !== "PENDING") location.replace(startAddress("?paid"));
  else if (basketLines().length > 0) noteAtBasket(words.notPaidYet);
}

function noteAtBasket(text) {
  say("basket-note", text);
  show("basket-note");
}

// Whoever goes back from the payment page may be shown this page as it was left, waiting for a page that has come already.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

followPlaces();
keepScroll();
startAsking(() => location.reload());
if (!releaseToken()) followImports(() => first.key);
await showFrame();
const order = recall("order");
if (first.key === "") {
  ask(false);
  show("loading", false);
} else if (order && new URLSearchParams(location.search).has("paid")) {
  addEventListener("hashchange", () => location.reload());
  await followOrder(order);
} else {
  await openShop(order);
}
// Where the page asks for a key, another one begins anew.
if (!find("ask").hidden) addEventListener("hashchange", () => location.reload());
