// The search: its field, and what it finds. The pages show one list over content and shop, the best match first; the shop shows products to
// buy, and below them what else is found.

import { addressOf, addressOfResult, isShop, readAddress, siteAddressOf } from "./address.js";
import { content, read } from "./api.js";
import { element, find, say, show } from "./elements.js";
import { contentLocale, langOf, messages, messagesLang } from "./language.js";
import { partsOf } from "./marked-text.js";
import { imageElement } from "./pictures.js";

const pageSize = 20;

/** The parts of the list that a visitor may ask for, and the types that the API has for them. */
const parts = { site: "page,entry", shop: "product,category" };
const typesOf = (of) => (Object.hasOwn(parts, of ?? "") ? parts[of] : undefined);

const search = ({ q, ...query }) =>
  read(`${content}/search`, readAddress().key, { q: q.slice(0, 200), locale: contentLocale, pageSize, ...query });

// ---- The field ----

let typing;
/** The search that the field stands for. */
let sought;

/** The field says what is shown. What it asked for itself stays as it is: the visitor has typed on meanwhile. */
export function showSearch(q) {
  if (isShop && q === sought) return;
  clearTimeout(typing);
  sought = q;
  find("search").value = q ?? "";
}

export function startSearch() {
  find("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (isShop) return searchShop();
    const q = find("search").value.trim();
    const { of } = readAddress();
    if (q === "") find("search").focus();
    else location.hash = addressOf({ q, ...(of && { of }) });
  });
  // The shop answers while one types.
  if (!isShop) return;
  find("search").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(searchShop, 250);
  });
}

function searchShop() {
  clearTimeout(typing);
  const q = find("search").value.trim();
  const { q: asked } = readAddress();
  if (q === (asked ?? "")) return;
  sought = q || undefined;
  const next = addressOf(q === "" ? {} : { q });
  // One entry in the history for a search, not one for each letter of it.
  if (asked === undefined) location.assign(next);
  else location.replace(next);
}

// ---- One result ----

let results = 0;

/** An item of a list. By ear its link says of which kind it is, too. */
function resultElement(item, level = 2) {
  results += 1;
  const id = `result-kind-${results}`;
  const { title, titleMarks, excerpt, image, type, contentType } = item;
  const [href, lang] = [addressOfResult(item), langOf(item)];
  const name = title.trim() === "" ? item.slug : textElements(title, titleMarks);
  // Of the entries of another site no more is known than that they are some.
  const isNamed = Object.hasOwn(messages.kinds, contentType ?? "");
  // Products have one paragraph of plain text; pages and entries of the demo are written in Markdown.
  const isMarkdown = type === "page" || type === "entry";
  return element(
    "li",
    { class: "result" },
    element(
      "div",
      {},
      element(`h${level}`, { lang }, href === undefined ? name : element("a", { href, "aria-describedby": id }, name)),
      element("p", { class: "result-kind", id, lang: messagesLang }, messages.kinds[isNamed ? contentType : type]),
      excerpt && element("p", { class: "excerpt", lang }, textElements(excerpt.text, excerpt.marks, { isMarkdown })),
    ),
    pictureElement(image),
  );
}

const textElements = (text, marks, options) =>
  partsOf(text, marks, options).map((part) => (part.isFound ? element("mark", {}, part.text) : part.text));

/** A small picture that says nothing which the title does not. One that cannot be loaded leaves no gap. */
function pictureElement(image) {
  const small = image && imageElement({ ...image, width: 96, height: 72 }, { class: "result-picture", alt: "", sizes: "96px" });
  small?.addEventListener("error", () => small.remove(), { once: true });
  return small;
}

// ---- The page of results ----

/** The first of what is found. Nothing to search for finds nothing, and asks nobody. */
export async function readSearch({ q, of }) {
  const { data, total } = q === "" ? { data: [], total: 0 } : await search({ q, types: typesOf(of) });
  return { q, of: typesOf(of) && of, items: data, total };
}

export function searchElements({ q, of, items, total }) {
  const title = element("h1", { class: "title" }, titleOfSearch({ q }));
  const lang = messagesLang;
  if (q === "") return [element("section", { class: "found", lang }, title, element("p", { class: "lead" }, messages.searchHelp))];
  const list = element(
    "ol",
    { class: "results" },
    items.map((item) => resultElement(item)),
  );
  const more = element("button", { class: "button", type: "button", hidden: items.length >= total });
  const showLeft = () => say(more, messages.showMore(total - list.children.length));
  let page = 1;
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  more.addEventListener("click", async () => {
    const answer = await search({ q, types: typesOf(of), page: page + 1 }).catch(() => undefined);
    say(problem, answer ? "" : messages.failed);
    show(problem, !answer);
    if (!answer) return;
    page += 1;
    const added = answer.data.map((item) => resultElement(item));
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
      element("div", { lang }, title, partLinks({ q, of })),
      element("p", { class: "facts", role: "status", lang }, total > 0 ? messages.results(total) : messages.noResults),
      list,
      problem,
      element("p", { class: "action", lang }, more),
    ),
  ];
}

export const titleOfSearch = ({ q }) => (q === "" ? messages.search : messages.resultsFor(q));

/** Everything, what is to read, what is to buy. */
function partLinks({ q, of }) {
  const item = (part, text) =>
    element("li", {}, element("a", { href: addressOf({ q, ...(part && { of: part }) }), "aria-current": part === of && "true" }, text));
  return element(
    "nav",
    { "aria-label": messages.resultKinds },
    element(
      "ul",
      { class: "parts pills" },
      item(undefined, messages.everything),
      item("site", messages.toRead),
      item("shop", messages.toBuy),
    ),
  );
}

// ---- What else the shop finds ----

/** The search whose results are shown, or asked for. */
let elsewhere;

export async function showElsewhere(q) {
  if (q === elsewhere) return;
  elsewhere = q;
  show("elsewhere", false);
  if (q === undefined) return;
  const answer = await search({ q, types: "page,entry,category", pageSize: 6 }).catch(() => undefined);
  if (q !== elsewhere) return;
  // It may be asked for again.
  if (!answer) elsewhere = undefined;
  const items = answer?.data ?? [];
  find("elsewhere-results").replaceChildren(...items.map((item) => resultElement(item, 3)));
  say("elsewhere-problem", answer ? "" : messages.failed);
  show("elsewhere-problem", !answer);
  find("elsewhere-all").href = siteAddressOf({ q });
  show("elsewhere-all", items.length > 0);
  show("elsewhere", items.length > 0 || !answer);
}
