// The shop: which of its parts is shown when. Each part does one thing:
//
//   catalogue.js   what is for sale             product-list.js, product-card.js, product-page.js   how it is shown
//   basket.js      what the visitor wants       basket-view.js, checkout.js, order-page.js          how it becomes an order

import { addressOf, readAddress, startAddress } from "./address.js";
import { basketLines, recall, removeUnknown } from "./basket.js";
import { showBasket } from "./basket-view.js";
import { listCategories, readProduct, readProductsOf } from "./catalogue.js";
import { startCheckout } from "./checkout.js";
import { find, say, show } from "./elements.js";
import { askKey, isKeyUnknown, noSite, readSite, setTitle, showFrame } from "./frame.js";
import {
  defaultLocale,
  hasSlug,
  langOf,
  language,
  languageFor,
  languages,
  messages,
  sentenceOf,
  setLang,
  setLocale,
  showLanguageLinks,
  slugIn,
} from "./language.js";
import { followOrder, isOver, readOrder } from "./order-page.js";
import { isShown, showCategories, showList, showMore } from "./product-list.js";
import { showProduct, showProductProblem } from "./product-page.js";
import { showElsewhere, showSearch } from "./search.js";

let categories = [];

/** `go` shows what the address asks for. */
export async function start(go) {
  const { key, locale } = readAddress();
  const site = await readSite({ key, locale }).catch(() => noSite);
  setLocale(languageFor(locale ?? defaultLocale));
  showFrame(site);
  showLanguages();
  find("order-back").href = `shop${addressOf()}`;
  setTitle();
  // Whoever goes back from the payment page may be shown this page as it was left, waiting for a page that has come already.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  const order = recall("order");
  const isPaid = order && new URLSearchParams(location.search).has("paid");
  if (key === "" || isPaid) {
    addEventListener("hashchange", () => location.reload());
    show("loading", false);
    if (isPaid) await followOrder(order);
    else refuse({ code: "api_key_missing" });
  } else await openShop(go, order);
}

async function openShop(go, order) {
  show("shop");
  startCheckout();
  find("more").addEventListener("click", () => void showMore().catch(refuse));
  askKey();
  // A way to a product needs the categories above it. A link of the frame may be followed while they, or the first products, load.
  const reading = listCategories().catch(() => []);
  const goOn = async (options) => {
    categories = await reading;
    await go(options);
  };
  addEventListener("hashchange", () => void goOn());
  await Promise.all([goOn({ isFirst: true }), reading.then(() => readProductsOf(basketLines()))]);
  if (removeUnknown()) noteAtBasket(messages.unavailable);
  showBasket();
  if (!order || order.isOver) return;
  // Back without a payment, or with one and by another way.
  const state = await readOrder(order).catch(() => undefined);
  if (state && isOver(state)) location.replace(startAddress("?paid"));
  else if (basketLines().length > 0) noteAtBasket(messages.notPaidYet);
}

function noteAtBasket(text) {
  say("basket-note", text);
  show("basket-note");
}

/** To the same place in another language. A product or category has a slug of its own in each. */
function showLanguages(item) {
  const { kind, slug, q } = readAddress();
  const placeIn = (locale) => (q ? { q } : slug ? { [kind]: item ? slugIn(item, locale) : slug } : {});
  showLanguageLinks(
    languages.map((locale) => ({ locale, href: addressOf(placeIn(locale), { locale }) })),
    language,
  );
}

// ---- What is shown ----

/** Shows what the address asks for, unless something else `isWanted` when it comes. */
export async function goTo({ kind, slug, q }, isWanted) {
  showLanguages();
  show("products-problem", false);
  try {
    if (kind === "product") await showProductAt(slug, isWanted);
    else await showListOf({ category: slug, q }, isWanted);
  } catch (problem) {
    if (isWanted()) refuse(problem);
  }
}

async function showProductAt(slug, isWanted) {
  const product = await readProduct(slug).catch((problem) => {
    if (problem.code === "product_not_found") return undefined;
    throw problem;
  });
  if (!isWanted()) return;
  if (product) {
    useOwnSlug("product", product);
    showProduct(product, categories);
  } else showProductProblem(messages.productMissing);
  showOnly("product-page");
  setTitle(product?.title);
}

async function showListOf({ category, q }, isWanted) {
  showSearch(q);
  // Both at once; the products do not wait for what else there is.
  void showElsewhere(q);
  if (!isShown({ category, q })) await showList({ category, q }, isWanted);
  if (!isWanted()) return;
  show("search-note", q !== undefined);
  const shown = category && categories.find((each) => hasSlug(each, category));
  if (shown) useOwnSlug("category", shown);
  showCategories(categories, q === undefined ? (shown?.slug ?? category) : "");
  showOnly("browse");
  say("list-title", shown?.title ?? find("wordmark").textContent);
  find("list-title").className = shown ? "" : "unseen";
  say("list-text", shown?.description ?? "");
  show("list-text", Boolean(shown?.description));
  for (const id of ["list-title", "list-text"]) setLang(find(id), langOf(shown));
  setTitle(shown?.title ?? q);
}

/** The address has the slug that the answer has, by whichever one the visitor came: each thing has one address in a language. */
function useOwnSlug(kind, item) {
  history.replaceState(history.state, "", addressOf({ [kind]: item.slug }));
  showLanguages(item);
}

function showOnly(shown) {
  for (const id of ["browse", "product-page"]) show(id, id === shown);
}

function refuse(problem) {
  if (isKeyUnknown(problem)) {
    show("shop", false);
    return askKey(problem);
  }
  say("products-problem", sentenceOf(problem));
  show("products-problem");
  showOnly("browse");
}
