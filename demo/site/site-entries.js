// Posts and guides: the fields that the demo's content types and those of a new site have, where an entry has them.

import { content, read } from "./api.js";
import { element } from "./elements.js";
import { duration, teaser, text } from "./site-blocks.js";
import { markdown } from "./site-markdown.js";
import { figure, mainPicture, pictureList } from "./site-pictures.js";

const texts = (value) => [value ?? []].flat().map(text).filter(Boolean);
const listOf = (tag, attributes, items) => items.length > 0 && element(tag, attributes, items);

export function entryElements({ slug, data, contentType, publishedAt, locale }, site) {
  const { link, words } = site;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(publishedAt));
  const minutes = data.readingMinutes ?? data.durationMinutes;
  const facts = [authorOf(data, site), date, duration(minutes, locale)].filter(Boolean);
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
        { class: "tools", "aria-label": words.needs },
        texts(data.tools).map((tool) => element("li", {}, tool)),
      ),
      text(data.body) && element("div", { class: "prose" }, markdown(text(data.body), { link })),
      listOf(
        "ol",
        { class: "steps" },
        steps.map((step) =>
          element("li", { class: "prose" }, element("h2", {}, text(step.title)), markdown(text(step.text), { link, level: 3 })),
        ),
      ),
      listOf("div", { class: "gallery" }, others.map(figure)),
      goodsElement(data.goods, site),
      listOf(
        "ul",
        { class: "tags" },
        texts(data.tags).map((tag) => element("li", {}, tag)),
      ),
    ),
  ];
}

/** Who wrote it: a link to their page, where the site has one. */
function authorOf({ author, writtenBy }, { link }) {
  const isPublic = writtenBy?.contentType === "designer" && writtenBy.slug;
  return isPublic ? link(`/designers/${writtenBy.slug}`, [writtenBy.title]) : text(author);
}

/** Links to the products that an entry refers to: those that the shop shows now. */
function goodsElement(goods, { link, words }) {
  const shown = [goods ?? []].flat().filter((each) => each?.product && each.slug);
  const items = shown.map(({ slug, title }) => element("li", {}, link(`/products/${slug}`, [title])));
  return items.length > 0 && element("aside", { class: "goods" }, element("h2", {}, words.goods), element("ul", {}, items));
}

/** Three other entries of the same type, below the one that is read; below a designer, the newest posts that they wrote. */
export async function moreElement({ id, contentType, locale }, key, site) {
  const isDesigner = contentType === "designer";
  const which = isDesigner ? { "where[writtenBy]": id } : { "where[id][ne]": id };
  const list = `${content}/content/${isDesigner ? "blog-post" : contentType}`;
  const { data } = await read(list, key, { locale, pageSize: 3, sort: "publishedAt:desc", ...which });
  const [path, kind] = contentType === "guide" ? ["guides", "guide"] : ["blog", "post"];
  const cards = data.map(({ slug, data: { title, excerpt, author, readingMinutes, durationMinutes } }) => {
    const props = { kind, title, excerpt, byline: author, minutes: readingMinutes ?? durationMinutes, href: `/${path}/${slug}` };
    return teaser(props, site, 2);
  });
  return cards.length > 0 && element("aside", { class: "more", "aria-label": site.words.more }, cards);
}
