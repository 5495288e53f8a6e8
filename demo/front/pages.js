// The pages of a site: what is shown of a page, a post, a guide, a designer or a search, of a draft, and in the studio.

import { addressOf, readAddress } from "./address.js";
import { call, content, Problem, read } from "./api.js";
import { blockElement, text } from "./blocks.js";
import { element, find, say, show } from "./elements.js";
import { designerElements, entryElements, moreElement } from "./entries.js";
import { formElement } from "./forms.js";
import { askKey, isKeyUnknown, noSite, readSite, setTitle, showFrame } from "./frame.js";
import {
  language,
  languageFor,
  messages,
  messagesFor,
  messagesLang,
  nameOfLanguage,
  sentenceOf,
  setLocale,
  showLanguageLinks,
} from "./language.js";
import { connectPreview } from "./preview.js";
import { readSearch, searchElements, showSearch, titleOfSearch } from "./search.js";

// ---- Reading ----

const pathOf = {
  page: (slug) => `${content}/pages/${slug.split("/").map(encodeURIComponent).join("/")}`,
  post: (slug) => `${content}/blog/${encodeURIComponent(slug)}`,
  guide: (slug) => `${content}/content/guide/${encodeURIComponent(slug)}`,
  designer: (slug) => `${content}/content/designer/${encodeURIComponent(slug)}`,
};

/** What the address asks for. */
async function readShown(address) {
  const { key, preview, locale, kind, slug } = address;
  if (kind === "search") {
    // A search refuses a locale that the site does not have. Its pages are in one that it has.
    const { home } = await readSite(address);
    return { ...(await readSearch(address)), kind, locale: home?.locale ?? languageFor(locale), alternates: home?.alternates ?? [] };
  }
  const { data } = preview
    ? await read(`${content}/preview/${encodeURIComponent(preview)}`, undefined, { locale })
    : await read(pathOf[kind](slug ?? "home"), key, { locale, include: kind === "designer" ? "designs" : undefined }).catch(
        async (problem) => {
          // Only where a site has no page `home` does the list say which one it begins with.
          const { pages } = slug || problem.status !== 404 ? noSite : await readSite(address);
          if (pages.length === 0) throw problem;
          return read(pathOf.page(pages[0].slug), key, { locale });
        },
      );
  return { alternates: [], ...data, kind };
}

/** A form's place, which is filled when its definition has come. */
function formPlace(slug, key) {
  const note = (saying) => element("p", { class: "placeholder", lang: messagesLang }, saying);
  if (!key) return element("div", { class: "form-place" }, note(messages.draftForm(slug)));
  const place = element("div", { class: "form-place" });
  const path = `${content}/plugins/svc.forms/forms/${encodeURIComponent(slug)}`;
  const submit = async (data) => (await call(`${path}/submit`, { method: "POST", key, body: JSON.stringify({ data }) })).successMessage;
  call(path, { key }).then(
    ({ data }) => place.replaceChildren(formElement(data, submit)),
    (problem) => place.replaceChildren(note(problem.code === "form_not_found" ? messages.noForm(slug) : sentenceOf(problem))),
  );
  return place;
}

// ---- What is shown ----

/** The blocks of a page. Its title is its heading, unless it opens with one of its own. */
function pageElements({ title, composition }, key) {
  const form = (slug) => formPlace(slug, key);
  const [first, ...rest] = composition;
  const hasOpening = first?.type === "hero";
  return [
    hasOpening ? blockElement(first, { form, level: 1 }) : element("h1", { class: "title" }, title),
    ...(hasOpening ? rest : composition).map((block) => blockElement(block, { form, level: 2 })),
  ];
}

/** A draft is one of a page. */
function shownElements(shown, { key, preview }) {
  if (shown.kind === "search") return searchElements(shown);
  if (shown.kind === "page" || preview) return pageElements(shown, key);
  return shown.kind === "designer" ? designerElements(shown) : entryElements(shown);
}

const titleOf = (shown) =>
  shown.kind === "search" ? titleOfSearch(shown) : (shown.seo?.title ?? shown.title ?? (text(shown.data?.title) || text(shown.data?.name)));

function problemElements(problem, { key, preview }) {
  const isMissing = problem.status === 404;
  const button = isMissing
    ? key && element("a", { class: "button", href: addressOf({ page: "home" }) }, messages.toFirst)
    : element("a", { class: "button", href: location.hash || "#", "data-again": true }, messages.again);
  return [
    element(
      "section",
      { class: "message", lang: messagesLang },
      element("h1", {}, isMissing ? (preview ? messages.noDraft : messages.nothing) : messages.notWorked),
      element("p", { class: "lead" }, isMissing ? (preview ? messages.noDraftText : messages.nothingText) : sentenceOf(problem)),
      element("p", { class: "action" }, button),
    ),
  ];
}

/** A page that is not there in the language that was asked for is shown in another one, and that is said, in the one asked for. */
function sayFallback(shown, wanted) {
  const isOther = shown !== undefined && wanted !== undefined && shown.locale.toLowerCase() !== wanted.toLowerCase();
  find("fallback").lang = languageFor(wanted);
  say("fallback", isOther ? messagesFor(wanted).notTranslated(nameOfLanguage(shown.locale, languageFor(wanted))) : "");
  show("fallback", isOther);
}

function sayDraft(shown) {
  show("ribbon", shown !== undefined);
  if (shown === undefined) return;
  const time = new Date(shown.updatedAt).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  say("ribbon-time", messages.draftSaved(time));
}

/** Shows what the address asks for, unless something else `isWanted` when it comes. */
export async function goTo(address, isWanted) {
  const { key, preview, locale } = address;
  let [shown, site, problem] = [undefined, noSite, undefined];
  try {
    if (key === "") throw new Problem({ code: "api_key_missing", title: "" });
    // Whichever fails first is what is told of; the other's failure is heard too.
    [site, shown] = await Promise.all([readSite(address), readShown(address)]);
  } catch (caught) {
    problem = caught;
    // The site may be there, if not the page.
    site = await readSite(address).catch(() => noSite);
  }
  if (!isWanted()) return;

  setLocale(shown?.locale ?? site.home?.locale ?? languageFor(locale));
  const isAsked = isKeyUnknown(problem);
  const elements = problem ? (isAsked ? [] : problemElements(problem, address)) : shownElements(shown, address);
  sayDraft(preview ? shown : undefined);
  showFrame(site, !preview && shown?.kind === "page" ? shown.slug : undefined);
  const placeOf = ({ kind, q, of }, slug) => (kind === "search" ? { q, ...(of && { of }) } : { [kind]: slug });
  const versions = shown === undefined || preview ? [] : [shown, ...shown.alternates];
  showLanguageLinks(
    versions.map((each) => ({ locale: each.locale, href: addressOf(placeOf(shown, each.slug), { locale: each.locale }) })),
    shown?.locale,
  );
  showSearch(address.q);
  find("content").replaceChildren(...elements);
  setTitle(problem ? (problem.status === 404 ? messages.nothing : messages.notWorked) : titleOf(shown), site.name);
  askKey(problem);
  sayFallback(preview ? undefined : shown, locale);
  if (shown?.contentType && !preview) void showMorePosts(shown, isWanted);
}

/** Other entries below the one that is shown. */
async function showMorePosts(shown, isWanted) {
  const more = await moreElement(shown).catch(() => false);
  if (more && isWanted()) find("content").append(more);
}

/** The page inside the studio at this origin: the draft comes from there, as it is typed, and nothing is asked of the API. A click chooses a block. */
function followStudio(studio) {
  document.body.classList.add("framed");
  show("loading", false);
  find("content").replaceChildren(element("p", { class: "notice" }, "…"));
  connectPreview({
    studio,
    render(page) {
      setLocale(page.locale);
      find("content").replaceChildren(...pageElements(page, readAddress().key));
      document.title = page.title;
    },
  });
}

/** `go` shows what the address asks for. */
export async function start(go) {
  const { studio } = readAddress();
  if (studio && window.parent !== window) return followStudio(studio);
  addEventListener("hashchange", () => void go());
  addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-again]")) return;
    event.preventDefault();
    void go();
  });
  await go({ isFirst: true });
}
