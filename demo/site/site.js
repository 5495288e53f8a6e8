// A site in the browser, to look at and to copy: its pages, its posts, its drafts and its forms.
// It uses Vitrine's public API and nothing else. This file says what is shown when; site-blocks.js, site-entries.js, site-designers.js,
// site-search.js, site-forms.js and site-markdown.js make it. The imports that are not in this folder are in demo/viewer (the shop has them too) and demo/start.

import { call, content, isKeyUnknown, Problem, read, releaseToken } from "./api.js";
import { askKey, startAsking } from "./ask-key.js";
import { element, find, followPlaces, say, show } from "./elements.js";
import { languageFor, nameOfLanguage, sentenceOf, speak, wordsOf } from "./languages.js";
import { followImports } from "./live.js";
import { keepScroll, restoreScroll } from "./scroll.js";
import { addressOf, link, readAddress } from "./site-address.js";
import { blockElement, text } from "./site-blocks.js";
import { designerElements } from "./site-designers.js";
import { entryElements, moreElement } from "./site-entries.js";
import { formElement } from "./site-forms.js";
import { showFrame } from "./site-frame.js";
import { homeOf, nameOf } from "./site-name.js";
import { followStudio } from "./site-preview.js";
import { readSearch, searchElements, showSearch, startSearch, titleOfSearch } from "./site-search.js";
import { siteWords } from "./site-words.js";

let address = readAddress();

/**
 * What blocks need of the site. `locale` is that of what is shown, `words` are the page's own in its language; `language` is given
 * where these are in another one, for the site may have a language that this page does not speak.
 */
const site = { link, form, locale: "en", words: wordsOf(siteWords, "en"), language: undefined };

function setLocale(locale) {
  const language = languageFor(locale);
  site.locale = locale;
  site.words = wordsOf(siteWords, language);
  site.language = language.split("-")[0] === locale.toLowerCase().split("-")[0] ? undefined : language;
  document.documentElement.lang = locale;
  for (const each of document.querySelectorAll("[data-chrome]")) {
    if (site.language) each.lang = site.language;
    else each.removeAttribute("lang");
  }
  speak(document, site.words);
}

// ---- Reading ----

/** All pages in one locale. A list shows one locale, and refuses what is none of the site's: then it is the site's own. */
async function listPages(key, locale) {
  try {
    // A hundred at a time. A larger site asks on, with page=2, until it has `total` of them.
    return (await read(`${content}/pages`, key, { locale, pageSize: 100 })).data;
  } catch (problem) {
    if (problem.code === "locale_unsupported" && locale) return listPages(key);
    throw problem;
  }
}

const pathOf = {
  page: (slug) => `${content}/pages/${slug.split("/").map(encodeURIComponent).join("/")}`,
  post: (slug) => `${content}/blog/${encodeURIComponent(slug)}`,
  guide: (slug) => `${content}/content/guide/${encodeURIComponent(slug)}`,
  designer: (slug) => `${content}/content/designer/${encodeURIComponent(slug)}`,
};

/** What the address asks for, and the list of the site's pages. */
async function readPlace({ key, preview, locale, kind, slug, q, of }) {
  // Both at once. Only where a site has no page `home` does the list say which one it begins with.
  const listing = key ? listPages(key, locale) : Promise.resolve([]);
  if (kind === "search") {
    // A search refuses a locale that the site does not have, as lists do. The pages are in one that it has.
    const pages = await listing;
    const home = homeOf(pages);
    const found = await readSearch({ key, q, of }, home?.locale);
    return { pages, shown: { ...found, kind, locale: home?.locale ?? languageFor(locale), alternates: home?.alternates ?? [] } };
  }
  const reading = preview
    ? read(`${content}/preview/${encodeURIComponent(preview)}`, undefined, { locale })
    : read(pathOf[kind](slug ?? "home"), key, { locale, include: kind === "designer" ? "designs" : undefined }).catch(async (problem) => {
        const [first] = slug || problem.status !== 404 ? [] : await listing;
        if (!first) throw problem;
        return read(pathOf.page(first.slug), key, { locale });
      });
  // Whichever fails first is what is told of; the other's failure is heard too.
  const [pages, { data }] = await Promise.all([listing, reading]);
  return { pages, shown: { alternates: [], ...data, kind } };
}

/** A form's place, which is filled when its definition has come. */
function form(slug) {
  const { key } = address;
  const { words, language } = site;
  const note = (saying) => element("p", { class: "quiet", lang: language }, saying);
  const place = element("div", { class: "form-place" });
  if (!key) {
    place.append(note(words.draftForm(slug)));
    return place;
  }
  const path = `${content}/plugins/svc.forms/forms/${encodeURIComponent(slug)}`;
  const submit = async (data) => (await call(`${path}/submit`, { method: "POST", key, body: JSON.stringify({ data }) })).successMessage;
  call(path, { key }).then(
    ({ data }) => place.replaceChildren(formElement(data, submit, { words, language })),
    (problem) => place.replaceChildren(note(problem.code === "form_not_found" ? words.noForm(slug) : sentenceOf(problem, words))),
  );
  return place;
}

// ---- What is shown ----

/** The blocks of a page. Its title is its heading, unless it opens with one of its own. */
function pageElements({ title, composition }) {
  const [first, ...rest] = composition;
  const hasOpening = first?.type === "hero";
  return [
    hasOpening ? blockElement(first, site, { level: 1 }) : element("h1", { class: "title" }, title),
    ...(hasOpening ? rest : composition).map((block) => blockElement(block, site)),
  ];
}

function problemElements(problem, { key, preview }) {
  const { words, language } = site;
  const isMissing = problem.status === 404;
  const home = element("a", { class: "button", href: addressOf("page", "home") }, words.toFirst);
  const again = element("a", { class: "button", href: location.hash || "#", "data-again": true }, words.again);
  return [
    element(
      "section",
      { class: "message", lang: language },
      element("h1", {}, isMissing ? (preview ? words.noDraft : words.nothing) : words.notWorked),
      element("p", { class: "lead" }, isMissing ? (preview ? words.noDraftText : words.nothingText) : sentenceOf(problem, words)),
      element("p", { class: "action" }, isMissing ? Boolean(key) && home : again),
    ),
  ];
}

/** What is shown, as elements. A draft is one of a page. */
function shownElements(shown, { key, preview }) {
  if (shown.kind === "search") return searchElements(shown, key, site);
  if (shown.kind === "page" || preview) return pageElements(shown);
  return shown.kind === "designer" ? designerElements(shown, site) : entryElements(shown, site);
}

const titleOf = (shown) =>
  shown.kind === "search"
    ? titleOfSearch(shown, site.words)
    : (shown.seo?.title ?? shown.title ?? (text(shown.data?.title) || text(shown.data?.name)));

/** What stands in the window's title of a page that has none. */
function problemTitle(problem) {
  if (isKeyUnknown(problem)) return site.words.askTitle;
  return problem.status === 404 ? site.words.nothing : site.words.notWorked;
}

/** A page that is not there in the language that was asked for is shown in another one, and that is said, in the one asked for. */
function sayFallback(shown, wanted) {
  const isOther = shown && wanted && shown.locale.toLowerCase() !== wanted.toLowerCase();
  const language = languageFor(wanted);
  find("fallback").lang = language;
  say("fallback", isOther ? wordsOf(siteWords, language).notTranslated(nameOfLanguage(shown.locale, language)) : "");
  show("fallback", Boolean(isOther));
}

function sayDraft(shown) {
  show("ribbon", Boolean(shown));
  if (!shown) return;
  const time = new Date(shown.updatedAt).toLocaleString(languageFor(site.locale), { dateStyle: "long", timeStyle: "short" });
  say("ribbon-time", site.words.draftSaved(time));
}

// ---- Going somewhere ----

let visit = 0;

async function go({ isFirst = false } = {}) {
  address = readAddress();
  const { key, preview, locale } = address;
  const mine = (visit += 1);
  const main = document.querySelector("main");
  main.setAttribute("aria-busy", "true");
  let [shown, pages, problem] = [undefined, [], undefined];
  try {
    if (key === "") throw new Problem({ code: "api_key_missing", title: "" });
    ({ pages, shown } = await readPlace(address));
  } catch (caught) {
    problem = caught;
    // The site may be there, if not the page.
    pages = key ? await listPages(key, locale).catch(() => []) : [];
  }
  if (mine !== visit) return;

  setLocale(shown?.locale ?? pages[0]?.locale ?? languageFor(locale));
  const isAsked = problem !== undefined && isKeyUnknown(problem);
  const elements = problem ? (isAsked ? [] : problemElements(problem, address)) : shownElements(shown, address);
  show("loading", false);
  askKey(isAsked, { isWrong: problem?.code === "api_key_invalid" });
  sayDraft(preview && shown);
  showFrame(pages, preview ? undefined : shown);
  showSearch(address);
  find("content").replaceChildren(...elements);
  main.removeAttribute("aria-busy");
  const title = problem ? problemTitle(problem) : titleOf(shown);
  const name = nameOf(pages, key);
  document.title = [title, title.includes(name) ? "" : name].filter(Boolean).join(" – ");
  sayFallback(preview ? undefined : shown, locale);

  // Whoever follows a link begins at the top of what came, with the keyboard and by ear; whoever goes back, where they were.
  restoreScroll();
  const heading = document.querySelector("#ask:not([hidden]) h1, #content h1");
  heading?.setAttribute("tabindex", "-1");
  if (!isFirst) heading?.focus({ preventScroll: true });
  if (shown?.contentType && !preview) {
    const more = await moreElement(shown, key, site).catch(() => false);
    if (more && mine === visit) find("content").append(more);
  }
}

// ---- Start ----

keepScroll();
followPlaces();
addEventListener("hashchange", () => void go());
addEventListener("click", (event) => {
  const again = event.target.closest?.("[data-again]");
  if (!again) return;
  event.preventDefault();
  void go();
});
startSearch();
startAsking(() => void go());
if (address.studio && window.parent !== window) {
  document.body.classList.add("framed");
  followStudio(address.studio, (page) => {
    setLocale(page.locale);
    return pageElements(page);
  });
} else {
  if (!releaseToken()) followImports(() => address.key);
  void go({ isFirst: true });
}
