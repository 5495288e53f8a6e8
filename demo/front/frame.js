// What stands around everything: the site's name, the ways to its pages and its shop, and the form that asks whose site is to be shown.

import { addressOf, demo, isShop, readAddress, releaseToken, shopAddressOf, siteAddressOf } from "./address.js";
import { content, read } from "./api.js";
import { element, find, say, show } from "./elements.js";
import { contentLocale, langOf, messages, setLang, setSiteLocales } from "./language.js";

/** The pages of a site in one locale. A hundred at a time: a larger site asks on, with page=2, until it has `total` of them. */
const listPages = async (key, locale) => (await read(`${content}/pages`, key, { locale, pageSize: 100 })).data;

/** The page that a site begins with. */
const homeOf = (pages) => pages.find(({ slug }) => slug === "home") ?? pages[0];

/** Nothing is known of a site without a key, or whose key is wrong. */
export const noSite = { name: "", pages: [], home: undefined };

let lastSite = { reading: Promise.resolve(noSite) };

/** A site: its name, and its pages in one of its locales, the one that is wanted if it can be. Read once, until another one is asked for. */
export function readSite({ key, locale }) {
  const id = JSON.stringify([key, locale, releaseToken()]);
  if (id !== lastSite.id) lastSite = { id, reading: key ? askForSite(key, locale) : Promise.resolve(noSite) };
  const { reading } = lastSite;
  // A failure is asked for again.
  reading.catch(() => reading === lastSite.reading && (lastSite = {}));
  return reading;
}

async function askForSite(key, locale) {
  setSiteLocales(locale);
  const pages = await listPages(key);
  const main = homeOf(pages);
  setSiteLocales(locale, main?.locale, [
    ...new Set(pages.flatMap((page) => [page, ...(page.alternates ?? [])].map((each) => each.locale))),
  ]);
  const isOther = main !== undefined && contentLocale !== undefined && contentLocale !== main.locale;
  const translated = isOther ? await listPages(key, contentLocale) : [];
  const shown = translated.length > 0 ? translated : pages;
  return { name: nameOf(main, key), pages: shown, home: homeOf(shown) };
}

/**
 * The public API does not tell the name of a site: a frontend of your own knows whose it is. The demo's is known. That of another site is
 * what its first page opens with, as in the starter, whose opening is bound to the name of the site; or else the page's title.
 */
function nameOf(home, key) {
  if (key === demo.key) return demo.name;
  const title = home?.composition.find(({ type }) => type === "hero")?.props?.title;
  return typeof title === "string" && title.trim() !== "" && title.length <= 30 ? title.trim() : (home?.title ?? "");
}

/** `current` is the slug of the page that is shown, where it is one. */
export function showFrame({ name, pages, home }, current) {
  say("wordmark", name || (isShop ? messages.shop : ""));
  find("wordmark").href = isShop ? `shop${addressOf()}` : home ? addressOf({ page: home.slug }) : location.hash;
  say("footer-name", name);
  for (const id of ["wordmark", "footer-name"]) setLang(find(id), langOf());
  // A page that is called Home says nothing about the shop.
  say("tagline", !isShop || home === undefined || home.title === name || home.title.length < 12 ? "" : home.title);
  setLang(find("tagline"), langOf(home));
  find("view-link").href = isShop ? siteAddressOf() : shopAddressOf();
  say("view-link", isShop ? messages.sitePages : messages.shop);
  const isBelow = ({ slug }) => pages.some((other) => slug.startsWith(`${other.slug}/`));
  const item = ({ slug, title, ...page }) => {
    const isCurrent = slug === current ? "page" : current?.startsWith(`${slug}/`) && "true";
    return element("li", {}, element("a", { href: siteAddressOf({ page: slug }), lang: langOf(page), "aria-current": isCurrent }, title));
  };
  // Pages below another one, as care/oiled-oak is below care, are offered where one is.
  const below = pages.filter((page) => isBelow(page) && page.slug.startsWith(`${current?.split("/")[0]}/`));
  find("pages").replaceChildren(...pages.filter((page) => page !== home && !isBelow(page)).map(item));
  find("below").replaceChildren(...below.map(item));
  show("below", below.length > 0);
  show("frame", isShop || pages.length > 0);
}

/** The title of the window: of what is shown, and of the site, unless the one says the other. */
export function setTitle(title, name = find("wordmark").textContent) {
  document.title = [title, title?.includes(name) ? "" : name].filter(Boolean).join(" – ");
}

// ---- Whose site ----

/** `again` is called if the same key is given once more; another one changes the address. */
export function startAsking(again) {
  find("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = `#${new URLSearchParams({ key: find("key").value.trim() }).toString()}`;
    if (location.hash === asked) again();
    else location.hash = asked;
  });
}

export const isKeyUnknown = (problem) => problem?.code === "api_key_missing" || problem?.code === "api_key_invalid";

/** Asks for a key where the address names none, or where the API does not know it. */
export function askKey(problem) {
  show("ask", isKeyUnknown(problem));
  show("ask-problem", problem?.code === "api_key_invalid");
  show("search-form", !isKeyUnknown(problem) && Boolean(readAddress().key));
  if (isKeyUnknown(problem)) document.title = messages.askTitle;
}
