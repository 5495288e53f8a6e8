// The language that the page speaks, and the locale in which the site answers. A site may have locales that the page does not speak: then
// the site's texts are in its language, and the messages around them in English.

import de from "./messages-de.js";
import en from "./messages-en.js";
import ptBr from "./messages-pt-br.js";
import { element, find, show } from "./elements.js";
import { formatMoney } from "./money.js";

const messagesOf = { en, de, "pt-BR": ptBr };
export const languages = Object.keys(messagesOf);

/** The language of the page, and its messages. */
export let language = "en";
export let messages = en;
/** The locale of the document: that of the page or entry that is shown, and in the shop the language of the page. */
export let locale = "en";
/** For `lang` of messages, where the document is in another language; undefined otherwise. */
export let messagesLang;
/** One of the site's locales, to ask for; undefined where none is known to fit: then the answers are in the site's default locale. */
export let contentLocale;
/** The site's own locale, where it is known. */
export let defaultLocale;

const primary = (tag = "") => tag.toLowerCase().split("-")[0];

/** Of several locales the same one, or one with the same beginning (de for de-AT). */
const closest = (locales, wanted = "") =>
  locales.find((each) => each.toLowerCase() === wanted.toLowerCase()) ?? locales.find((each) => primary(each) === primary(wanted));

export const languageFor = (wanted) => closest(languages, wanted) ?? "en";
export const messagesFor = (wanted) => messagesOf[languageFor(wanted)];

/** The name of a locale, in another one or in itself. The tag where it has no name, or is none. */
export function nameOfLanguage(tag, inLocale = tag) {
  try {
    return new Intl.DisplayNames([inLocale], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** What the site has: `main` is its default locale, and `locales` are all that its pages are known to have. */
export function setSiteLocales(wanted, main, locales = []) {
  defaultLocale = main;
  // Nothing is known of a site without pages: the first answer tells.
  setContentLocale(wanted ?? main, locales.length > 0 ? locales : [wanted]);
}

/** A list refuses a locale that the site does not have: so it is asked for one that it has, or for none. */
export function setContentLocale(wanted, locales) {
  contentLocale = closest(locales.filter(Boolean), wanted);
}

/**
 * Sets the document's locale, and puts messages into its elements: `data-say` names the message of an element's text, `data-label` that of
 * its accessible name, `data-hint` that of a field's placeholder. Around them `data-chrome` marks what the page says itself.
 */
export function setLocale(next) {
  locale = next;
  language = languageFor(next);
  messages = messagesOf[language];
  messagesLang = primary(language) === primary(next) ? undefined : language;
  document.documentElement.lang = next;
  for (const each of document.querySelectorAll("[data-chrome]")) setLang(each, messagesLang);
  for (const each of document.querySelectorAll("[data-say]")) each.textContent = messages[each.dataset.say];
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", messages[each.dataset.label]);
  for (const each of document.querySelectorAll("[data-hint]")) each.setAttribute("placeholder", messages[each.dataset.hint]);
}

export function setLang(target, lang) {
  if (lang === undefined) target.removeAttribute("lang");
  else target.lang = lang;
}

/** For `lang` of an item's texts, where they are in another language than the document. Texts of no item are in the site's default locale. */
export function langOf(item) {
  const own = item?.locale ?? defaultLocale;
  return own === locale ? undefined : own;
}

/** Whether an item is shown in a translation. Its pictures and the names of its attributes have no translation. */
export const isTranslated = (item) => item.locale !== undefined && defaultLocale !== undefined && item.locale !== defaultLocale;

/** The slug of an item in a locale; where it has no texts in it, the one that is found in all. */
export function slugIn({ slug, alternates = [] }, wanted) {
  const of = (tag) => alternates.find((each) => each.locale === tag)?.slug;
  return of(wanted) ?? of(defaultLocale) ?? slug;
}

/** Whether an item is called so in the locale that is shown, or in the site's default one. */
export const hasSlug = (item, slug) => item.slug === slug || slugIn(item, defaultLocale) === slug;

export const price = (amount, currency) => formatMoney(amount, currency, locale);

/** What a visitor reads of a problem that any request may have. */
export function sentenceOf({ code, status, retryAfter }) {
  if (code === "offline") return messages.offline;
  if (status === 429) return messages.tooOften(retryAfter > 90 ? Math.ceil(retryAfter / 60) : 0, retryAfter ?? 60);
  if (code === "site_suspended") return messages.closed;
  if (code === "origin_not_allowed") return messages.notFromHere;
  return messages.failed;
}

/** The links that change the language: `[{ locale, href }]`; each is written in its own language. One alone is not a choice. */
export function showLanguageLinks(all, current) {
  const links = [...all]
    .sort((a, b) => a.locale.localeCompare(b.locale))
    .map(({ locale: tag, href }) => {
      const letters = element("span", { "aria-hidden": "true" }, primary(tag).toUpperCase());
      const attributes = { href, lang: tag, hreflang: tag, "aria-current": tag === current && "true" };
      return element("li", {}, element("a", attributes, letters, element("span", { class: "unseen" }, nameOfLanguage(tag))));
    });
  find("locales").replaceChildren(...links);
  show("locales", links.length > 1);
}
