// The search page: one list over the site's pages and entries and its shop's products and categories, the best match first.

import { element, find, say, show } from "./elements.js";
import { kindOfEntry, resultElement, search } from "./search.js";
import { addressOf, readAddress, searchAddressOf, shopAddressOf } from "./site-address.js";

const pageSize = 20;

/** The parts of the list that a visitor may ask for, and the types that the API has for them. */
const parts = { site: "page,entry", shop: "product,category" };
const typesOf = (of) => (Object.hasOwn(parts, of ?? "") ? parts[of] : undefined);

/** The first of what is found. Nothing to search for finds nothing, and asks nobody. */
export async function readSearch({ key, q, of }, locale) {
  const answer = q === "" ? { data: [], total: 0 } : await search(key, { q, types: typesOf(of), locale, pageSize });
  return { q, of: typesOf(of) && of, items: answer.data, total: answer.total };
}

export function searchElements({ q, of, items, total }, key, site) {
  const { words, language } = site;
  const title = element("h1", { class: "title" }, titleOfSearch({ q }, words));
  if (q === "") return [element("section", { class: "found", lang: language }, title, element("p", { class: "lead" }, words.searchHelp))];
  const list = element(
    "ol",
    { class: "results" },
    items.map((item) => itemElement(item, site)),
  );
  const more = element("button", { class: "button", type: "button", hidden: items.length >= total });
  const showLeft = () => say(more, words.moreResults(total - list.children.length));
  let page = 1;
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  more.addEventListener("click", async () => {
    show(problem, false);
    const answer = await search(key, { q, types: typesOf(of), locale: site.locale, page: page + 1, pageSize }).catch(() => undefined);
    say(problem, answer ? "" : words.failed);
    show(problem, !answer);
    if (!answer) return;
    page += 1;
    const added = answer.data.map((item) => itemElement(item, site));
    list.append(...added);
    showLeft();
    show(more, added.length > 0 && list.children.length < total);
    // The button moved away: the keyboard goes on with the first of the new ones.
    added[0]?.querySelector("a")?.focus();
  });
  showLeft();
  return [
    element(
      "section",
      { class: "found" },
      element("div", { lang: language }, title, partLinks({ q, of }, words)),
      element("p", { class: "facts", role: "status", lang: language }, total > 0 ? words.results(total) : words.noResults),
      list,
      problem,
      element("p", { class: "action", lang: language }, more),
    ),
  ];
}

export const titleOfSearch = ({ q }, words) => (q === "" ? words.search : words.resultsFor(q));

/** Everything, what is to read, what is to buy. */
function partLinks({ q, of }, words) {
  const link = (part, text) =>
    element("li", {}, element("a", { href: searchAddressOf({ q, of: part }), "aria-current": part === of && "true" }, text));
  return element(
    "nav",
    { "aria-label": words.resultKinds },
    element("ul", { class: "parts" }, link(undefined, words.everything), link("site", words.toRead), link("shop", words.toBuy)),
  );
}

const itemElement = (item, { locale, words, language }) =>
  resultElement(item, {
    ...{ hrefOf, words, language },
    langOf: (shown) => (shown.locale === locale ? undefined : shown.locale),
  });

function hrefOf({ type, contentType, slug }) {
  if (type === "product" || type === "category") return shopAddressOf({ [type]: slug });
  const kind = type === "page" ? "page" : kindOfEntry(contentType);
  return kind && addressOf(kind, slug);
}

/** The field in the frame of every page. */
export function startSearch() {
  find("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const q = find("search").value.trim();
    if (q === "") return find("search").focus();
    location.hash = searchAddressOf({ q, of: readAddress().of });
  });
}

/** The field says what is shown, and nothing on a page that is no search. */
export function showSearch({ key, q = "" }) {
  find("search").value = q;
  show("search-form", Boolean(key));
}
