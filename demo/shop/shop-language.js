// The language that the shop speaks, and the one that its catalogue is written in.

import { languageFor, wordsOf } from "./languages.js";
import { money } from "./money.js";
import { shopWords } from "./shop-words.js";

export let language = "en";
export let words = wordsOf(shopWords, language);
/** For `lang` of titles and descriptions, where it is another language: undefined otherwise. */
export let catalogueLang;

export function setLanguage(locale, siteLocale) {
  language = languageFor(locale ?? siteLocale);
  words = wordsOf(shopWords, language);
  catalogueLang = siteLocale === undefined || siteLocale === language ? undefined : siteLocale;
}

export const price = (amount, currency) => money(amount, currency, language);
