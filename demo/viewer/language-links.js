// The links that change the language, in both viewers.

import { element, find, show } from "./elements.js";
import { nameOfLanguage } from "./languages.js";

/** `[{ locale, href }]`; each is written in its own language. One alone is no choice. */
export function showLanguageLinks(all, current) {
  const links = [...all]
    .sort((a, b) => a.locale.localeCompare(b.locale))
    .map(({ locale, href }) => {
      const attributes = { href, lang: locale, hreflang: locale, "aria-current": locale === current && "true" };
      const letters = element("span", { "aria-hidden": "true" }, locale.split("-")[0].toUpperCase());
      return element("li", {}, element("a", attributes, letters, element("span", { class: "unseen" }, nameOfLanguage(locale))));
    });
  find("locales").replaceChildren(...links);
  show("locales", links.length > 1);
}
