import { createHash } from "node:crypto";

/** Markup, made by `html` or `styleElement` only. */
export type Html = Markup;

/** The values of a `${…}` in a template. Absent ones render as nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/**
 * Markup with every `${…}` escaped that is not markup itself. A value is safe between tags and in a quoted attribute; one
 * that becomes a link must have been checked to be http(s) before.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Markup(strings.reduce((text, part, index) => text + asMarkup(values[index - 1]) + part));
}

export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"'\0]/g, (character) => entities[character] as string);
}

/** A style sheet within the page. A policy allows it by the `cspHash` of the same text. */
export function styleElement(css: string): Html {
  if (/<\/style/i.test(css)) throw new Error("A style sheet cannot contain its own end.");
  return new Markup(`<style>${css}</style>`);
}

/** The source expression that allows exactly this inline style (Content Security Policy 3, §2.3.1). */
export function cspHash(styleText: string): string {
  return `'sha256-${createHash("sha256").update(styleText).digest("base64")}'`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A reference cannot replace it: a parser replaces it too.
  "\0": "\uFFFD",
};

class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

function asMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(asMarkup).join("");
  return escapeHtml(String(value));
}

/** The beginning of each of our pages' heads: for any width, light and dark. */
export const pageBasics = html`<meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="light dark" />`;
