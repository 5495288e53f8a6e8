// The language that the shop speaks, and the locale that its catalogue is asked for.

import { languageFor, wordsOf } from "./languages.js";
import { money } from "./money.js";
import { shopWords } from "./shop-words.js";

export let language = "en";
export let words = wordsOf(shopWords, language);
/** One of the site's locales; undefined where none is known to fit: then the answers have the words of the site's default locale. */
export let catalogueLocale;
let ownLocale;

/** `locale` is the address's, `siteLocale` the site's default one, and `locales` all that its pages are known to have. */
export function setLanguage(locale, siteLocale, locales = []) {
  language = languageFor(locale ?? siteLocale);
  words = wordsOf(shopWords, language);
  ownLocale = siteLocale;
  // Nothing is known of a site without pages: the first answer tells.
  setCatalogueLocale(locale ?? siteLocale, locales.length > 0 ? locales : [locale]);
}

/** A list refuses a locale that the site does not have. So it is asked for one that it has, de for de-AT, or for none. */
export function setCatalogueLocale(wanted, locales) {
  const [has, primary] = [locales.filter(Boolean), (tag = "") => tag.toLowerCase().split("-")[0]];
  catalogueLocale =
    has.find((each) => each.toLowerCase() === wanted?.toLowerCase()) ?? has.find((each) => primary(each) === primary(wanted ?? language));
}

/** The locale of an item's words; without one, the site's own. */
export const localeOf = (item) => item?.locale ?? ownLocale;

/** For `lang` of an item's texts, where they are in another language than the page: undefined otherwise. */
export const langOf = (item) => {
  const locale = localeOf(item);
  return locale === language ? undefined : locale;
};

/** Whether an item is shown in a translation. Its pictures and the names of its attributes have no translation. */
export const isTranslated = (item) => item.locale !== undefined && ownLocale !== undefined && item.locale !== ownLocale;

/** The slug of an item in a locale; where it has no words in it, the one that is found in all. */
export function slugIn({ slug, alternates = [] }, locale) {
  const of = (wanted) => alternates.find((each) => each.locale === wanted)?.slug;
  return of(locale) ?? of(ownLocale) ?? slug;
}

/** Whether an item is called so in the locale that is shown, or in the site's own one. */
export const hasSlug = (item, slug) => item.slug === slug || slugIn(item, ownLocale) === slug;

export const price = (amount, currency) => money(amount, currency, language);
