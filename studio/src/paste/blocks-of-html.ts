import { runsOf, withLists, type Block, type LooseItem, type Run } from "./block.ts";
import { styleOf, type HtmlElement, type HtmlNode } from "./html-tree.ts";
import { rowsOf } from "./table.ts";
import { isLeftOut, wordItemOf, wordTitle } from "./word.ts";

type Marks = Omit<Run, "text" | "picture">;

const unmarked: Marks = { isBold: false, isItalic: false, isCode: false, href: undefined };
/** Quotations and lists that lie deeper become part of what is around them. */
const deepest = 6;

const blockNames = new Set(
  "address article aside body caption center dd details div dl dt fieldset figcaption figure footer form header hr html main nav p section summary".split(
    " ",
  ),
);
const codeNames = new Set(["code", "kbd", "samp", "tt"]);
const headings: Readonly<Record<string, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };

/** What stands in HTML, and nothing of how it looks. */
export const blocksOfHtml = (root: HtmlElement): Block[] => blocksOf(root.children, unmarked, 0);

function blocksOf(nodes: readonly HtmlNode[], outer: Marks, depth: number): Block[] {
  const blocks: (Block | LooseItem)[] = [];
  let runs: Run[] = [];

  const flush = () => {
    if (runs.some(({ text, picture }) => picture !== undefined || text.trim() !== "")) blocks.push({ kind: "paragraph", runs });
    runs = [];
  };
  const inside = (element: HtmlElement, marks: Marks, more = 0) => blocksOf(element.children, marks, depth + more);

  function visit(node: HtmlNode, marks: Marks): void {
    // A line feed of the source is a blank; one of the text is a break.
    if (typeof node === "string") runs.push({ ...marks, text: node.replace(/[\s\u00a0]+/g, " ") });
    else if (!isLeftOut(node)) element(node, marks);
  }

  function element(node: HtmlElement, marks: Marks): void {
    const { name, attributes, children } = node;
    const level = headingLevel(node);
    if (name === "br") runs.push({ ...marks, text: "\n" });
    else if (name === "img")
      runs.push({ ...marks, text: "", picture: { src: attributes.get("src") ?? "", alt: attributes.get("alt") ?? "" } });
    else if (level !== undefined) {
      flush();
      // Headings are bold by themselves.
      const line = runsOf(inside(node, { ...marks, isBold: false })).map((run) => ({ ...run, isBold: false }));
      if (line.length > 0) blocks.push({ kind: "heading", level, runs: line });
    } else if (name === "ul" || name === "ol") {
      flush();
      if (depth < deepest) list(node, marks, 1);
      else for (const child of children) visit(child, marks);
      flush();
    } else if (name === "table") {
      flush();
      table(node, marks);
    } else if (name === "pre") {
      flush();
      const text = textOf(node)
        .replace(/\r\n?/g, "\n")
        .replace(/^\n|\s+$/g, "");
      if (text !== "") blocks.push({ kind: "code", text });
    } else if (name === "blockquote" && depth < deepest) {
      flush();
      const quoted = inside(node, marks, 1);
      if (quoted.length > 0) blocks.push({ kind: "quote", blocks: quoted });
    } else if (blockNames.has(name) || name === "blockquote" || name === "li") {
      flush();
      const item = wordItemOf(node);
      if (item) blocks.push({ ...item, blocks: inside(node, marks) });
      else for (const child of children) visit(child, marks);
      flush();
    } else {
      const inner = marksOf(node, marks);
      for (const child of children) visit(child, inner);
    }
  }

  function list(node: HtmlElement, marks: Marks, level: number): void {
    let number = Number.parseInt(node.attributes.get("start") ?? "1", 10) || 1;
    for (const child of node.children) {
      if (typeof child === "string" || isLeftOut(child)) continue;
      // Google Docs and old LibreOffice put an inner list beside its item.
      if (child.name === "ul" || child.name === "ol") list(child, marks, level + 1);
      else if (child.name === "li") {
        // Word for the web makes a list of each item, and writes the level down.
        const written = Number(child.attributes.get("aria-level") ?? child.attributes.get("data-aria-level") ?? level);
        const content = inside(child, marks, 1);
        if (content.length > 0)
          blocks.push({ kind: "item", level: written || level, isOrdered: node.name === "ol", number, blocks: content });
        number += 1;
      } else visit(child, marks);
    }
  }

  function table(node: HtmlElement, marks: Marks): void {
    const rows = rowsOf(node);
    const isOfOne = rows.every(({ cells }) => cells.length < 2);
    // One that only puts things beneath each other is none.
    if (isOfOne || node.attributes.get("role") === "presentation")
      for (const { cells } of rows) for (const cell of cells) blocks.push(...inside(cell, marks));
    else {
      const cellOf = (cell: HtmlElement, isHead: boolean) =>
        runsOf(inside(cell, marks, deepest)).map((run) => (isHead ? { ...run, isBold: false } : run));
      blocks.push({
        kind: "table",
        rows: rows.map(({ cells, gaps }, row) => cells.flatMap((cell, index) => [...gaps(index), cellOf(cell, row === 0)])),
      });
    }
  }

  for (const node of nodes) visit(node, outer);
  flush();
  return withLists(blocks);
}

function headingLevel(element: HtmlElement): number | undefined {
  if (element.attributes.get("role") === "heading") return Math.min(Math.max(Number(element.attributes.get("aria-level")) || 2, 1), 6);
  return headings[element.name] ?? wordTitle(element);
}

/** The marks inside an element of a line: its name says them, or its style. */
function marksOf(element: HtmlElement, marks: Marks): Marks {
  const { name, attributes } = element;
  const weight = styleOf(element, "font-weight");
  const slant = styleOf(element, "font-style");
  const isBold = weight === "" ? name === "b" || name === "strong" || marks.isBold : /^bold/.test(weight) || Number(weight) >= 600;
  const isItalic = slant === "" ? name === "i" || name === "em" || marks.isItalic : /^(italic|oblique)/.test(slant);
  const href = name === "a" ? addressOf(attributes.get("href") ?? "") : marks.href;
  return { isBold, isItalic, isCode: marks.isCode || codeNames.has(name), href };
}

/** An address that a text may lead to. Those within another document lead nowhere here. */
function addressOf(href: string): string | undefined {
  const address = href.trim();
  return /^(https?:\/\/[^/]|mailto:|tel:)/i.test(address) && URL.canParse(address) ? address : undefined;
}

function textOf(node: HtmlNode): string {
  if (typeof node === "string") return node.replaceAll("\u00a0", " ");
  return node.name === "br" ? "\n" : node.children.map(textOf).join("");
}
