import type { LooseItem } from "./block.ts";
import { styleOf, type HtmlElement, type HtmlNode } from "./html-tree.ts";

const comments = /(^|\s)(MsoCommentReference|MsoCommentText|MsoCommentSubject|msocom(anchor|txt|off)|TrackChangeTextDeletion)(\s|$)/;
const parts = new Set(["audio", "button", "canvas", "del", "embed", "head", "input", "select", "video"]);

/** What nobody reads: deleted text, comments, hidden text, fields of forms, and the marks of Word's lists. */
export function isLeftOut(element: HtmlElement): boolean {
  const { name, attributes } = element;
  if (parts.has(name) || attributes.has("hidden")) return true;
  if (comments.test(attributes.get("class") ?? "")) return true;
  // Google Docs puts a letter in brackets where somebody commented.
  if (name === "a" && /^#cmnt/.test(attributes.get("href") ?? "")) return true;
  if (styleOf(element, "display") === "none" || styleOf(element, "mso-hide") === "all") return true;
  return /^comment/.test(styleOf(element, "mso-element")) || styleOf(element, "mso-list") === "ignore";
}

/** The heading that Word's styles for the title of a document are. */
export function wordTitle({ name, attributes }: HtmlElement): number | undefined {
  const [, title] = /(?:^|\s)Mso(Title|Subtitle)/.exec(attributes.get("class") ?? "") ?? [];
  if (name !== "p" || title === undefined) return undefined;
  return title === "Title" ? 1 : 2;
}

/** What a paragraph of Word is as an item of a list: there lists are paragraphs with a level and a mark. */
export function wordItemOf(element: HtmlElement): Omit<LooseItem, "blocks"> | undefined {
  const [, level] = /\blevel(\d)/.exec(styleOf(element, "mso-list")) ?? [];
  if (level === undefined) return undefined;
  const [, digits, letter] = /^\(?(?:(\d{1,9})|([a-z]{1,6}))[.)]/i.exec(markOf(element).trim()) ?? [];
  return { kind: "item", level: Number(level), isOrdered: (digits ?? letter) !== undefined, number: Number(digits ?? 1) };
}

/** The text of the mark, which Word writes for programs that know no lists. */
function markOf(element: HtmlElement): string {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    if (styleOf(child, "mso-list") === "ignore") return textOf(child);
    const mark = markOf(child);
    if (mark !== "") return mark;
  }
  return "";
}

const textOf = (node: HtmlNode): string => (typeof node === "string" ? node.replaceAll("\u00a0", " ") : node.children.map(textOf).join(""));
