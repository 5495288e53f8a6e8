// Markdown, as much of it as the texts of pages have: headings, paragraphs, lists, quotations, tables, code; bold, italic, links.
// It is made into DOM nodes, and never into HTML text: whatever somebody writes into a page is shown as they wrote it.

import { link } from "./address.js";
import { element } from "./elements.js";
import { inlinePicture } from "./pictures.js";

// ---- Lines that belong together ----

const starts = {
  fence: /^ {0,3}(`{3,}|~{3,})/,
  heading: /^ {0,3}(#{1,6})[ \t]+(.*)$/,
  rule: /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/,
  quote: /^ {0,3}> ?/,
  item: /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+/,
  row: /^ {0,3}\|/,
};
const startsSomething = (line) => Object.values(starts).some((start) => start.test(line));
const isBlank = (line) => line === undefined || line.trim() === "";
const indentOf = (line) => line.length - line.trimStart().length;

/** The nodes of a text, whose highest heading is of a level. */
export function markdown(text, level = 2) {
  return blocks(text.replaceAll("\r\n", "\n").replaceAll("\t", "    ").split("\n"), { level, depth: 0 });
}

function blocks(lines, context) {
  const nodes = [];
  // Lists in lists in lists: deeper ones are shown as the text that they are.
  if (context.depth > 8) return [element("p", {}, lines.join("\n"))];
  let at = 0;
  const take = (belongs) => {
    const from = at;
    while (at < lines.length && belongs(lines[at], at - from)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    if (isBlank(line)) at += 1;
    else if (starts.fence.test(line)) {
      const fence = starts.fence.exec(line)[1];
      at += 1;
      const code = take((next) => !next.trimStart().startsWith(fence));
      at += 1;
      nodes.push(element("pre", {}, element("code", {}, code.join("\n"))));
    } else if (starts.heading.test(line)) {
      const [, marks, title] = starts.heading.exec(line);
      at += 1;
      // A page has its own title: the highest heading of a text stands below that.
      const depth = Math.min(6, Math.max(context.level, marks.length + context.level - 2));
      nodes.push(element(`h${depth}`, {}, inline(title.replace(/[ \t]#+[ \t]*$/, ""))));
    } else if (starts.rule.test(line)) {
      at += 1;
      nodes.push(element("hr"));
    } else if (starts.quote.test(line)) {
      const quoted = take((next) => starts.quote.test(next)).map((next) => next.replace(starts.quote, ""));
      nodes.push(element("blockquote", {}, blocks(quoted, { ...context, depth: context.depth + 1 })));
    } else if (starts.item.test(line)) nodes.push(list(take, context));
    else if (starts.row.test(line)) nodes.push(table(take((next) => starts.row.test(next))));
    else {
      const paragraph = take((next, count) => !isBlank(next) && (count === 0 || !startsSomething(next)));
      const text = paragraph.map((next) => next.trimStart()).join("\n");
      nodes.push(element("p", {}, inline(text.trimEnd())));
    }
  }
  return nodes;
}

function list(take, context) {
  const items = [];
  let [width, isLoose, isOrdered, first] = [0, false, false, 1];
  take((line, count) => {
    const mark = starts.item.exec(line)?.[0];
    const isInside = count > 0 && indentOf(line) >= Math.min(width, 2) && (indentOf(line) >= width || !mark);
    if (mark && !isInside) {
      if (count === 0) [isOrdered, first] = [/\d/.test(mark), Number.parseInt(mark, 10)];
      else if (/\d/.test(mark) !== isOrdered) return false;
      else isLoose ||= isBlank(items.at(-1).at(-1));
      width = mark.length;
      items.push([line.slice(width)]);
      return true;
    }
    const last = items.at(-1);
    // A line that goes on with the item's text need not stand below it; after an empty line it must.
    if (!isBlank(line) && !isInside && (isBlank(last.at(-1)) || startsSomething(line))) return false;
    last.push(isBlank(line) ? "" : line.slice(Math.min(width, indentOf(line))));
    return true;
  });
  const made = items.map((lines) => {
    const nodes = blocks(lines, { ...context, depth: context.depth + 1 });
    return element("li", {}, isLoose ? nodes : nodes.flatMap((node) => (node.nodeName === "P" ? [...node.childNodes] : [node])));
  });
  return element(isOrdered ? "ol" : "ul", { start: isOrdered && first !== 1 && String(first) }, made);
}

function table(rows) {
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  const isRuler = (row) => row?.every((cell) => /^:?-+:?$/.test(cell));
  const numeric = (isRuler(cells[1]) ? cells[1] : []).map((cell) => cell.endsWith(":") && "number");
  const rowOf = (tag) => (row) =>
    element(
      "tr",
      {},
      row.map((cell, column) => element(cell === "" ? "td" : tag, { class: numeric[column] }, inline(cell))),
    );
  const head = isRuler(cells[1]) ? cells.slice(0, 1) : [];
  const body = cells.slice(head.length).filter((row) => !isRuler(row));
  return element(
    "table",
    {},
    head.length > 0 && head[0].some(Boolean) ? element("thead", {}, head.map(rowOf("th"))) : undefined,
    element("tbody", {}, body.map(rowOf("td"))),
  );
}

// ---- Within a line ----

// None is tried in the middle of a run of its own marks, and none reads on past the next one: no text takes long.
const pieces = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /(?<!`)(?<ticks>`+)(?!`)(?<code>[^`]+)\k<ticks>(?!`)/,
    /(?<picture>!?)\[(?<label>[^[\]]*)\]\((?<href>[^\s()<>]*)(?:\s+"[^"]*")?\)/,
    /<(?<bare>(?:https?:\/\/|mailto:)[^\s<>]+)>/,
    /\*\*(?=\S)(?<bold>(?:[^*]|\*(?!\*))+)\*\*/,
    /\*(?=[^\s*])(?<italic>[^*]+)\*/,
    /(?<![\p{L}\p{N}_])_(?=[^\s_])(?<under>[^_]+)_(?![\p{L}\p{N}])/,
    /(?<breaks>(?:(?<! ) {2,}|\\)\n)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** The nodes of a line: what is not a mark, or a mark without its other half, is text. */
function inline(text) {
  const nodes = [];
  let from = 0;
  for (const { 0: whole, index, groups } of text.matchAll(pieces)) {
    nodes.push(text.slice(from, index));
    from = index + whole.length;
    const { escaped, code, picture, label, href, bare, bold, italic, under, breaks } = groups;
    const inner = bold ?? italic ?? under;
    if (escaped !== undefined) nodes.push(escaped);
    else if (code !== undefined) nodes.push(element("code", {}, code));
    else if (bare !== undefined) nodes.push(link(bare, [bare.replace(/^mailto:/, "")]));
    else if (breaks !== undefined) nodes.push(element("br"));
    else if (inner !== undefined) nodes.push(element(bold === undefined ? "em" : "strong", {}, inline(inner)));
    else if (picture) nodes.push(inlinePicture(href, label) ?? element("em", {}, label));
    else nodes.push(link(href, inline(label)));
  }
  nodes.push(text.slice(from));
  return nodes.filter((node) => node !== "");
}
