// Blocks: what the demo site and a new site are composed of, each as one function from its props to an element.
// Props are checked against the block type's schema when they are saved. Still, another site may have a type of the same name and
// another shape: `text` takes what is text and leaves the rest.

import { element } from "./elements.js";
import { icon } from "./site-icons.js";
import { markdown } from "./site-markdown.js";
import { figure, mainPicture, pictureList } from "./site-pictures.js";

export const text = (value) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const list = (value) => (Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : []);
/** An element, unless there is nothing to put into it. */
const maybe = (tag, attributes, content) => (content ? element(tag, attributes, content) : undefined);

const pictured = (props) => {
  const picture = mainPicture(props);
  return picture && figure(picture);
};

/**
 * `site` is what blocks need to know of it: `link(href, children, attributes)`, `form(slug)`, `locale`, `words`. `place` has the level
 * that the block's heading is to have. A block may have a picture: a prop `image`, as products have them.
 */
export function blockElement(block, site, place = { level: 2 }) {
  const isKnown = Object.hasOwn(makers, block.type);
  const made = (isKnown ? makers[block.type] : unknown)({ ...block, props: block.props ?? {} }, site, place);
  made.classList.add("block", isKnown ? block.type : "unknown");
  // By these the studio knows which element is which block, and which text can be written in place.
  if (block.id) made.dataset.vitrineBlock = block.id;
  return made;
}

const makers = {
  hero({ props }, site, { level }) {
    const title = element(`h${level}`, { "data-vitrine-field": "/title" }, text(props.title));
    return element(
      "section",
      {
        class: [props.align === "center" && "centred", (props.align === "center" || text(props.buttonLabel)) && "pane"]
          .filter(Boolean)
          .join(" "),
      },
      maybe("p", { class: "eyebrow", "data-vitrine-field": "/eyebrow" }, text(props.eyebrow)),
      title,
      maybe("p", { class: "lead", "data-vitrine-field": "/text" }, text(props.text)),
      button(site, props.buttonHref, props.buttonLabel),
      pictured(props),
    );
  },

  "rich-text"({ props }, site, { level }) {
    return element("section", { class: props.width === "wide" ? "prose wide" : "prose" }, markdown(text(props.body), { ...site, level }));
  },

  "feature-list"({ props }, _site, { level }) {
    const items = list(props.items);
    const titled = Boolean(text(props.title));
    return element(
      "section",
      {},
      heading(props.title, level),
      element(
        "ul",
        // Three beside each other where that comes out even, else four.
        { class: `features ${items.length % 3 === 0 || items.length === 5 ? "by-three" : "by-four"}` },
        items.map((item) =>
          element(
            "li",
            {},
            pictured(item) ?? icon(item.icon),
            element(`h${titled ? level + 1 : level}`, {}, text(item.title)),
            maybe("p", {}, text(item.text)),
          ),
        ),
      ),
    );
  },

  quote({ props }, site) {
    const author = text(props.author);
    return element(
      "figure",
      {},
      element("blockquote", {}, element("p", { "data-vitrine-field": "/text" }, text(props.text))),
      maybe("figcaption", {}, [
        props.sourceUrl ? site.link(text(props.sourceUrl), [author]) : author,
        maybe("span", { class: "soft" }, text(props.role)) ?? "",
      ]),
    );
  },

  split({ props }, site, { level }) {
    return element(
      "section",
      { class: props.noteSide === "left" && "note-left" },
      element("div", { class: "prose" }, heading(props.title, level), markdown(text(props.body), { ...site, level: level + 1 })),
      element(
        "aside",
        {},
        pictured(props),
        maybe(`h${level + 1}`, {}, text(props.noteTitle)),
        markdown(text(props.note), { ...site, level: level + 1 }),
      ),
    );
  },

  "call-to-action"({ props }, site, { level }) {
    return element(
      "section",
      { class: props.tone === "loud" && "loud" },
      element("div", {}, pictured(props), heading(props.title, level), maybe("p", {}, text(props.text))),
      button(site, props.href, props.label),
    );
  },

  form({ props }, site, { level }) {
    return element(
      "section",
      {},
      element("div", { class: "form-words" }, heading(props.heading, level), maybe("p", { class: "soft" }, text(props.text))),
      site.form(text(props.form)),
    );
  },

  faq({ props }, site, { level }) {
    const email = text(props.contactEmail);
    return element(
      "section",
      {},
      element("div", {}, heading(props.title, level), email && element("p", { class: "soft" }, site.link(`mailto:${email}`, [email]))),
      element(
        "div",
        { class: "questions" },
        list(props.items).map(({ question, answer }) =>
          element(
            "details",
            {},
            element("summary", {}, text(question)),
            element("div", { class: "prose" }, markdown(text(answer), { ...site, level: level + 1 })),
          ),
        ),
      ),
    );
  },

  "post-teaser"({ props }, site, { level }) {
    return teaser(props, site, level);
  },

  stats({ props }, _site, { level }) {
    return element(
      "section",
      {},
      heading(props.title, level),
      element(
        "dl",
        {},
        list(props.items).map(({ value, label }) => element("div", {}, element("dt", {}, text(label)), element("dd", {}, text(value)))),
      ),
    );
  },

  columns({ props, children }, site, place) {
    const slot = (name) =>
      element(
        "div",
        { class: "column" },
        list(children?.[name]).map((block) => blockElement(block, site, place)),
      );
    const ratio = { "2:1": "wide-left", "1:2": "wide-right" }[props.ratio];
    return element("div", { class: [ratio, props.stackOnMobile === false && "never-stacked"].filter(Boolean).join(" ") || undefined }, [
      slot("left"),
      slot("right"),
    ]);
  },
};

/** A type that is this page's own is shown as what it is: a block that a frontend of its own would know. Its pictures say much of it. */
function unknown({ type, id, props }, { words, language }) {
  const own = mainPicture(props);
  return element(
    "section",
    { lang: language },
    `${words.blockOf} `,
    element("code", {}, text(type)),
    maybe("span", {}, id && ` (${text(id)})`),
    [...(own ? [own] : []), ...pictureList(props)].map(figure),
  );
}

/** A card that points to an entry. The whole card can be clicked, and its link is its title alone. */
export function teaser({ kind, title, excerpt, byline, minutes, href, ...props }, site, level) {
  const facts = [text(byline), duration(minutes, site.locale)].filter(Boolean).join(" · ");
  return element(
    "article",
    { class: "teaser" },
    pictured(props),
    element(
      "p",
      { class: "kind" },
      icon(kind === "guide" ? "ruler" : "page"),
      element("span", { class: "unseen", lang: site.language }, kind === "guide" ? site.words.guide : site.words.post),
    ),
    element(`h${level}`, {}, site.link(text(href), [text(title)])),
    maybe("p", {}, text(excerpt)),
    maybe("p", { class: "facts" }, facts),
  );
}

/** So many minutes as people say it: 7 hr, 1 hr 30 min. */
export function duration(minutes, locale) {
  if (!(minutes > 0)) return "";
  const parts = [
    [Math.floor(minutes / 60), "hour"],
    [minutes % 60, "minute"],
  ];
  const say = ([count, unit]) => new Intl.NumberFormat(locale, { style: "unit", unit }).format(count);
  return parts
    .filter(([count]) => count > 0)
    .map(say)
    .join(" ");
}

const heading = (title, level) => maybe(`h${level}`, {}, text(title));
const button = (site, href, label) =>
  text(label) ? element("p", { class: "action" }, site.link(text(href), [text(label)], { class: "button" })) : undefined;
