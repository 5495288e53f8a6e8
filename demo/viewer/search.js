// The one search over content and shop, and what it finds as elements of a list. Both viewers have it.

import { content, read } from "./api.js";
import { element } from "./elements.js";
import { partsOf } from "./marked-text.js";
import { imageElement } from "./pictures.js";

/** One page of what is found. `types` leaves all but some kinds out: "page,entry". */
export const search = (key, { q, types, locale, page, pageSize }) =>
  read(`${content}/search`, key, { q: q.slice(0, 200), types, locale, page, pageSize });

let results = 0;

/**
 * An item of the list. `hrefOf(item)` is where it leads, undefined where this page has no place for it; `langOf(item)` the language of
 * its texts, where that is not the page's; `words` are the page's own, in `language` if the page is in another one.
 */
export function resultElement(item, { hrefOf, langOf, words, language, level = 2 }) {
  results += 1;
  const id = `result-kind-${results}`;
  const { title, titleMarks, excerpt, image, type, contentType } = item;
  const [href, lang] = [hrefOf(item), langOf(item)];
  const name = title.trim() === "" ? item.slug : textElements(title, titleMarks);
  // Of the entries of another site no more is known than that they are some.
  const isNamed = Object.hasOwn(words.kinds, contentType ?? "");
  // Products have one paragraph of plain text; pages and entries of the demo are written in Markdown.
  const isMarkdown = type === "page" || type === "entry";
  return element(
    "li",
    { class: "result" },
    element(
      "div",
      {},
      // By ear a link says of which kind it is, too.
      element(`h${level}`, { lang }, href === undefined ? name : element("a", { href, "aria-describedby": id }, name)),
      element("p", { class: "result-kind", id, lang: language }, words.kinds[isNamed ? contentType : type]),
      excerpt && element("p", { class: "excerpt", lang }, textElements(excerpt.text, excerpt.marks, { isMarkdown })),
    ),
    pictureElement(image),
  );
}

const textElements = (text, marks, options) =>
  partsOf(text, marks, options).map((part) => (part.isFound ? element("mark", {}, part.text) : part.text));

/** A small picture that says nothing which the title does not. One that cannot be loaded leaves no gap. */
function pictureElement(image) {
  const made = image && imageElement({ ...image, width: 96, height: 72 }, { class: "result-picture", alt: "", sizes: "96px" });
  made?.addEventListener("error", () => made.remove(), { once: true });
  return made;
}

/** The kind of page on which the demo site shows an entry of the type; undefined for a type of another site, which has no page there. */
export const kindOfEntry = (contentType) => ({ "blog-post": "post", guide: "guide", designer: "designer" })[contentType];
