// Blocks: what the demo site and a new site are composed of, each as one function from its props to an element.
// Props are checked against the block type's schema when they are saved. Still, another site may have a type of the same name and
// another shape: `text` takes what is text and leaves the rest.

import { link } from "./address.js";
import { element } from "./elements.js";
import { locale, messages, messagesLang } from "./language.js";
import { markdown } from "./markdown.js";
import { figure, mainPicture, pictureList } from "./pictures.js";
import { shopBlocks } from "./shop-blocks.js";

export const text = (value) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const list = (value) => (Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : []);
/** An element, unless there is nothing to put into it. */
const maybe = (tag, attributes, content) => (content ? element(tag, attributes, content) : undefined);

const pictured = (props) => {
  const picture = mainPicture(props);
  return picture && figure(picture);
};

/**
 * `form(slug)` makes the element of a form, and `level` is the one that the block's heading is to have. A block may have a picture: a prop
 * `image`, as products have them.
 */
export function blockElement(block, context) {
  const isKnown = Object.hasOwn(makers, block.type);
  const made = (isKnown ? makers[block.type] : unknown)({ ...block, props: block.props ?? {} }, context);
  made.classList.add("block", isKnown ? (classes[block.type] ?? block.type) : "unknown");
  // By these the studio knows which element is which block, and which text can be written in place.
  if (block.id) made.dataset.vitrineBlock = block.id;
  return made;
}

/** Other classes than the type, where the shop has one of this name. */
const classes = { picture: "picture-block", product: "product-block" };

const makers = {
  ...shopBlocks,
  hero({ props }, { level }) {
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
      button(props.buttonHref, props.buttonLabel),
      pictured(props),
    );
  },

  "rich-text"({ props }, { level }) {
    return element("section", { class: props.width === "wide" ? "prose wide" : "prose" }, markdown(text(props.body), level));
  },

  "feature-list"({ props }, { level }) {
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

  quote({ props }) {
    const author = text(props.author);
    return element(
      "figure",
      {},
      element("blockquote", {}, element("p", { "data-vitrine-field": "/text" }, text(props.text))),
      maybe("figcaption", {}, [
        props.sourceUrl ? link(text(props.sourceUrl), [author]) : author,
        maybe("span", { class: "soft" }, text(props.role)) ?? "",
      ]),
    );
  },

  split({ props }, { level }) {
    return element(
      "section",
      { class: props.noteSide === "left" && "note-left" },
      element("div", { class: "prose" }, heading(props.title, level), markdown(text(props.body), level + 1)),
      element("aside", {}, pictured(props), maybe(`h${level + 1}`, {}, text(props.noteTitle)), markdown(text(props.note), level + 1)),
    );
  },

  "call-to-action"({ props }, { level }) {
    return element(
      "section",
      { class: props.tone === "loud" && "loud" },
      element("div", {}, pictured(props), heading(props.title, level), maybe("p", {}, text(props.text))),
      button(props.href, props.label),
    );
  },

  form({ props }, { level, form }) {
    return element(
      "section",
      {},
      element("div", { class: "form-words" }, heading(props.heading, level), maybe("p", { class: "soft" }, text(props.text))),
      form(text(props.form)),
    );
  },

  faq({ props }, { level }) {
    const email = text(props.contactEmail);
    return element(
      "section",
      {},
      element("div", {}, heading(props.title, level), email && element("p", { class: "soft" }, link(`mailto:${email}`, [email]))),
      element(
        "div",
        { class: "questions" },
        list(props.items).map(({ question, answer }) =>
          element(
            "details",
            {},
            element("summary", {}, text(question)),
            element("div", { class: "prose" }, markdown(text(answer), level + 1)),
          ),
        ),
      ),
    );
  },

  "post-teaser"({ props }, { level }) {
    return teaser(props, level);
  },

  stats({ props }, { level }) {
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

  columns({ props, children }, context) {
    const slot = (name) =>
      element(
        "div",
        { class: "column" },
        list(children?.[name]).map((block) => blockElement(block, context)),
      );
    const ratio = { "2:1": "wide-left", "1:2": "wide-right" }[props.ratio];
    return element("div", { class: [ratio, props.stackOnMobile === false && "never-stacked"].filter(Boolean).join(" ") || undefined }, [
      slot("left"),
      slot("right"),
    ]);
  },
};

/** A type that is this page's own is shown as what it is: a block that a frontend of its own would know. Its pictures say much of it. */
function unknown({ type, id, props }) {
  const own = mainPicture(props);
  return element(
    "section",
    { lang: messagesLang },
    `${messages.blockOf} `,
    element("code", {}, text(type)),
    maybe("span", {}, id && ` (${text(id)})`),
    [...(own ? [own] : []), ...pictureList(props)].map(figure),
  );
}

/** A card that points to an entry. The whole card can be clicked, and its link is its title alone. */
export function teaser({ kind, title, excerpt, byline, minutes, href, ...props }, level) {
  const facts = [text(byline), duration(minutes)].filter(Boolean).join(" · ");
  return element(
    "article",
    { class: "teaser" },
    pictured(props),
    element(
      "p",
      { class: "kind" },
      icon(kind === "guide" ? "ruler" : "page"),
      element("span", { class: "unseen", lang: messagesLang }, kind === "guide" ? messages.guide : messages.post),
    ),
    element(`h${level}`, {}, link(text(href), [text(title)])),
    maybe("p", {}, text(excerpt)),
    maybe("p", { class: "facts" }, facts),
  );
}

/** So many minutes as people say it: 7 hr, 1 hr 30 min. */
export function duration(minutes) {
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
const button = (href, label) =>
  text(label) ? element("p", { class: "action" }, link(text(href), [text(label)], { class: "button" })) : undefined;

// ---- Icons: strokes on 24 by 24 ----

const strokes = {
  star: "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8z",
  heart: "M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  truck: "M3 6.5h11v10H3zM14 10h4l3 3.2v3.3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  leaf: "M5 19c0-9 5-14 15-14 0 10-5 15-12 14M5 21c1-6 4-9 9-11",
  hand: "M8 13V5.8a1.5 1.5 0 0 1 3 0V11 4.5a1.5 1.5 0 0 1 3 0V11 6a1.5 1.5 0 0 1 3 0v8c0 4-2 6.5-5.5 6.5-3 0-4.5-1.5-6-4.5l-1.6-3a1.5 1.5 0 0 1 2.6-1.4z",
  chat: "M4 5.5h16v11h-9l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.5h5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2",
  tree: "M12 21v-6M12 3l5 6.5h-2.5L18.5 15h-13l4-5.5H7z",
  hammer: "M14 9.5L5.5 18a1.8 1.8 0 0 0 2.5 2.5L16.5 12M11 6.5l3-3h4l-.5 2.5 3.5 3.5-3 3z",
  ruler: "M3.5 15.5l12-12 5 5-12 12zM7 12l1.8 1.8M10 9l2.5 2.5M13 6l1.8 1.8",
  recycle: "M9 6.5L12 3l3 3.5M12 3.2V9M4.5 17.5l-1-4.5 4.5-.8M3.8 13.2l5 2.8M20 12.5l.6 4.5-4.4 1M20.4 16.8l-5-2.9",
  page: "M6 3.5h8.5L18.5 8v12.5H6zM14 3.5V8.5h4.5M9 12.5h6.5M9 16h4.5",
};

/** An icon by its name; undefined where there is none of this name. */
function icon(name) {
  if (typeof name !== "string" || !Object.hasOwn(strokes, name)) return undefined;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: "24", height: "24", "aria-hidden": "true", class: "icon" }))
    svg.setAttribute(key, value);
  path.setAttribute("d", strokes[name]);
  svg.append(path);
  return svg;
}
