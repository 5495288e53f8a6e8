// The page of a designer: who they are, and the products that they designed, which their entry refers to.

import { element } from "./elements.js";
import { imageElement } from "./pictures.js";
import { money } from "./money.js";
import { shopAddressOf } from "./site-address.js";
import { text } from "./site-blocks.js";
import { markdown } from "./site-markdown.js";

/** The entry is read with `include=designs`: each reference has the `data` of its product, and those that are not sold are left out. */
export function designerElements({ data, slug, contentType, locale }, { link, words, language }) {
  const since =
    data.since && new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(data.since));
  const designs = [data.designs ?? []].flat().filter((each) => each?.product && each.data);
  return [
    element(
      "article",
      { class: "entry", "data-type": contentType },
      element(
        "header",
        {},
        element("h1", {}, text(data.name) || slug),
        text(data.role) && element("p", { class: "lead" }, text(data.role)),
        since && element("p", { class: "facts", lang: language }, words.withUsSince(since)),
      ),
      element("div", { class: "prose" }, markdown(text(data.bio), { link })),
    ),
    designs.length > 0 &&
      element(
        "section",
        { class: "designs", "aria-labelledby": "designs-title" },
        element("h2", { id: "designs-title", lang: language }, words.designs),
        element(
          "ul",
          {},
          designs.map((each) => productElement(each.data, { locale, words, language })),
        ),
      ),
  ].filter(Boolean);
}

/** A product as a card. Its link is its title alone, and all of it can be clicked. */
function productElement({ slug, title, locale: own, currency, variants, images }, { locale, words, language }) {
  const prices = variants.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const amount = money(lowest, currency, locale);
  const picture =
    images[0] && imageElement({ width: 1200, height: 900, ...images[0] }, { alt: "", sizes: "(max-width: 40rem) 50vw, 14rem" });
  return element(
    "li",
    { class: "design" },
    element("div", { class: "design-picture" }, picture),
    element("h3", { lang: own === locale ? undefined : own }, element("a", { href: shopAddressOf({ product: slug }) }, title)),
    element("p", { class: "facts", lang: language }, lowest < highest ? words.from(amount) : amount),
  );
}
