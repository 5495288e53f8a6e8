// Posts, guides and designers: the fields that the demo's content types and those of a new site have, where an entry has them.

import { link, readAddress, shopAddressOf } from "./address.js";
import { content, read } from "./api.js";
import { duration, teaser, text } from "./blocks.js";
import { element } from "./elements.js";
import { langOf, locale, messages, messagesLang, price } from "./language.js";
import { markdown } from "./markdown.js";
import { figure, imageElement, mainPicture, pictureList } from "./pictures.js";

const texts = (value) => [value ?? []].flat().map(text).filter(Boolean);
const listOf = (tag, attributes, items) => items.length > 0 && element(tag, attributes, items);

export function entryElements({ slug, data, contentType, publishedAt }) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(publishedAt));
  const minutes = data.readingMinutes ?? data.durationMinutes;
  const facts = [authorOf(data), date, duration(minutes)].filter(Boolean);
  const [picture, others] = [mainPicture(data), pictureList(data)];
  const steps = [data.steps ?? []].flat();
  return [
    element(
      "article",
      { class: "entry", "data-type": contentType },
      element(
        "header",
        {},
        element("h1", {}, text(data.title) || text(data.name) || slug),
        text(data.excerpt) && element("p", { class: "lead" }, text(data.excerpt)),
        element(
          "p",
          { class: "facts" },
          facts.flatMap((fact, index) => (index > 0 ? [" · ", fact] : [fact])),
        ),
      ),
      picture && figure(picture),
      listOf(
        "ul",
        { class: "tools", "aria-label": messages.needs },
        texts(data.tools).map((tool) => element("li", {}, tool)),
      ),
      text(data.body) && element("div", { class: "prose" }, markdown(text(data.body))),
      listOf(
        "ol",
        { class: "steps" },
        steps.map((step) => element("li", { class: "prose" }, element("h2", {}, text(step.title)), markdown(text(step.text), 3))),
      ),
      listOf("div", { class: "gallery" }, others.map(figure)),
      goodsElement(data.goods),
      listOf(
        "ul",
        { class: "tags" },
        texts(data.tags).map((tag) => element("li", {}, tag)),
      ),
    ),
  ];
}

/** Who wrote it: a link to their page, where the site has one. */
function authorOf({ author, writtenBy }) {
  const isPublic = writtenBy?.contentType === "designer" && writtenBy.slug;
  return isPublic ? link(`/designers/${writtenBy.slug}`, [writtenBy.title]) : text(author);
}

/** Links to the products that an entry refers to: those that the shop shows now. */
function goodsElement(goods) {
  const shown = [goods ?? []].flat().filter((each) => each?.product && each.slug);
  const items = shown.map(({ slug, title }) => element("li", {}, link(`/products/${slug}`, [title])));
  return items.length > 0 && element("aside", { class: "goods" }, element("h2", {}, messages.goods), element("ul", {}, items));
}

/** Three other entries of the same type, below the one that is read; below a designer, the newest posts that they wrote. */
export async function moreElement({ id, contentType, locale: own }) {
  const isDesigner = contentType === "designer";
  const which = isDesigner ? { "where[writtenBy]": id } : { "where[id][ne]": id };
  const list = `${content}/content/${isDesigner ? "blog-post" : contentType}`;
  const { data } = await read(list, readAddress().key, { locale: own, pageSize: 3, sort: "publishedAt:desc", ...which });
  const [path, kind] = contentType === "guide" ? ["guides", "guide"] : ["blog", "post"];
  const cards = data.map(({ slug, data: { title, excerpt, author, readingMinutes, durationMinutes } }) => {
    const props = { kind, title, excerpt, byline: author, minutes: readingMinutes ?? durationMinutes, href: `/${path}/${slug}` };
    return teaser(props, 2);
  });
  return cards.length > 0 && element("aside", { class: "more", "aria-label": messages.more }, cards);
}

// ---- A designer, and the products that they designed ----

/** The entry is read with `include=designs`: each reference has the `data` of its product, and those that are not sold are left out. */
export function designerElements({ data, slug, contentType }) {
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
        since && element("p", { class: "facts", lang: messagesLang }, messages.withUsSince(since)),
      ),
      element("div", { class: "prose" }, markdown(text(data.bio))),
    ),
    designs.length > 0 &&
      element(
        "section",
        { class: "designs", "aria-labelledby": "designs-title" },
        element("h2", { id: "designs-title", lang: messagesLang }, messages.designs),
        element(
          "ul",
          {},
          designs.map((each) => productElement(each.data)),
        ),
      ),
  ].filter(Boolean);
}

/** A product as a card. Its link is its title alone, and all of it can be clicked. */
function productElement({ slug, title, currency, variants, images, ...product }) {
  const prices = variants.map((variant) => variant.price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const amount = price(lowest, currency);
  const picture =
    images[0] && imageElement({ width: 1200, height: 900, ...images[0] }, { alt: "", sizes: "(max-width: 40rem) 50vw, 14rem" });
  return element(
    "li",
    { class: "design" },
    element("div", { class: "design-picture" }, picture),
    element("h3", { lang: langOf(product) }, element("a", { href: shopAddressOf({ product: slug }) }, title)),
    element("p", { class: "facts", lang: messagesLang }, lowest < highest ? messages.from(amount) : amount),
  );
}
