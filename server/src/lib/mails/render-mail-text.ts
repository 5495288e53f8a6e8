import { html, type Html, type HtmlValue } from "../text/html.ts";
import { checkedUrl, layOutText, plainLine, plainLines } from "../text/mail-layout.ts";
import { mailKinds, type MailKind, type MailValue, type Placeholder } from "./mail-kinds.ts";
import { mailTextErrors, tokensOf, type MailText, type Token } from "./mail-text.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** A text cannot be rendered: it breaks the rules for texts, or a value is missing. Contains no value. */
export class MailTextUnusable extends Error {
  override readonly name = "MailTextUnusable";
}

interface Line {
  text: string;
  html: Html;
  /** The line is a part of the mail with a layout of its own. */
  isBlock: boolean;
}

/**
 * The mail that a text makes of values. A value is never read as a text: braces, markup and line breaks in it stay what they are, or go. `appendix`: lines
 * of our own at the end. Throws MailTextUnusable.
 */
export function renderMailText(
  kind: MailKind,
  text: MailText,
  values: Readonly<Record<string, MailValue | null>>,
  { language, appendix = null }: { language: string; appendix?: { text: string; url: string } | null },
): RenderedMail {
  const [error] = mailTextErrors(kind, text);
  if (error) throw new MailTextUnusable(`${error.path.slice(1)} ${error.message}`);
  const placeholders: Readonly<Record<string, Placeholder>> = mailKinds[kind].placeholders;
  const valueOf = (name: string): { text: string; html: HtmlValue } => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    const { form, isRequired } = placeholders[name] ?? {};
    if (value === null || value === "") {
      if (isRequired) throw new MailTextUnusable(`{${name}} has no value`);
      return { text: "", html: null };
    }
    if (typeof value !== "string") return value;
    if (form === "link") return linked(checkedUrl(value));
    const line = plainLine(value, 500);
    return { text: line, html: html`<span dir="auto">${line}</span>` };
  };
  const subject = plainLine(replaced(tokensOf(text.subject) ?? [], valueOf).text, 500);
  const lines = plainLines(text.body, text.body.length).flatMap((line): Line[] => {
    const tokens = tokensOf(line) ?? [];
    const names = tokens.flatMap((token) => (typeof token === "string" ? [] : [token.placeholder]));
    // A line with a link that the mail lives by always has a use.
    const isKept = names.every((name) => valueOf(name).text !== "") || names.some((name) => placeholders[name]?.isRequired);
    const [first] = names;
    const isBlock = names.length === 1 && first !== undefined && placeholders[first]?.form === "lines" && line.trim() === `{${first}}`;
    return isKept ? [{ ...replaced(tokens, valueOf), isBlock }] : [];
  });
  if (appendix) {
    const link = linked(checkedUrl(appendix.url));
    lines.push(emptyLine, { text: appendix.text, html: html`${appendix.text}`, isBlock: false }, { ...link, isBlock: false });
  }
  const body = lines
    .map((line) => line.text)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (subject === "" || body === "")
    throw new MailTextUnusable(`${subject === "" ? "subject" : "body"} has nothing but placeholders without a value`);
  return { subject, text: `${body}\n`, html: layOutText(language, subject, blocksOf(lines)) };
}

const emptyLine: Line = { text: "", html: html``, isBlock: false };

function linked(url: string): { text: string; html: Html } {
  return { text: url, html: html`<a href="${url}">${url}</a>` };
}

function replaced(tokens: readonly Token[], valueOf: (name: string) => { text: string; html: HtmlValue }): { text: string; html: Html } {
  const parts = tokens.map((token) => (typeof token === "string" ? { text: token, html: token } : valueOf(token.placeholder)));
  return { text: parts.map((part) => part.text).join(""), html: html`${parts.map((part) => part.html)}` };
}

/** Paragraphs, each as its lines, and parts with a layout of their own. */
function blocksOf(lines: readonly Line[]): (Html | Html[])[] {
  const blocks: (Html | Html[])[] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.isBlock) blocks.push(line.html);
    else if (line.text.trim() !== "") {
      if (isOpen && Array.isArray(last)) last.push(line.html);
      else blocks.push([line.html]);
    }
    isOpen = !line.isBlock && line.text.trim() !== "";
  }
  return blocks;
}
