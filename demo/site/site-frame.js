// What stands around a page: the site's name, the ways to its other pages, and the choice of a language.

import { element, find, say, show } from "./elements.js";
import { showLanguageLinks } from "./language-links.js";
import { homeOf, nameOf } from "./site-name.js";
import { addressOf, readAddress, searchAddressOf, shopAddressOf } from "./site-address.js";

/** `shown` is the page or entry that is read, with its `kind`; undefined where there is none. */
export function showFrame(pages, shown) {
  const home = homeOf(pages);
  const name = nameOf(pages, readAddress().key);
  say("wordmark", name);
  find("wordmark").href = home ? addressOf("page", home.slug) : location.hash;
  say("footer-name", name);
  find("shop-link").href = shopAddressOf();
  showPages(pages, home, shown?.kind === "page" ? shown.slug : undefined);
  const locales = shown ? [{ locale: shown.locale, slug: shown.slug }, ...shown.alternates] : [];
  showLanguageLinks(
    locales.map(({ locale, slug }) => ({
      locale,
      href: shown.kind === "search" ? searchAddressOf(shown, locale) : addressOf(shown.kind, slug, locale),
    })),
    shown?.locale,
  );
  show("frame", pages.length > 0);
}

function showPages(pages, home, current) {
  const isAbove = (slug) => current?.startsWith(`${slug}/`) === true;
  const item = ({ slug, title }) =>
    element(
      "li",
      {},
      element("a", { href: addressOf("page", slug), "aria-current": slug === current ? "page" : isAbove(slug) && "true" }, title),
    );
  // Pages below another one, as care/oiled-oak is below care, are offered where one is.
  const isBelow = ({ slug }) => pages.some((other) => slug.startsWith(`${other.slug}/`));
  const branch = current?.split("/")[0];
  const below = pages.filter((page) => isBelow(page) && page.slug.startsWith(`${branch}/`));
  find("pages").replaceChildren(...pages.filter((page) => page !== home && !isBelow(page)).map(item));
  find("below").replaceChildren(...below.map(item));
  show("below", below.length > 0);
}
