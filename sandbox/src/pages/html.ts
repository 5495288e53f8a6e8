import { createHash } from "node:crypto";
import type { Answer } from "../http.ts";
import { css } from "./style.ts";

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];
export type Html = Markup;

/** Escapes every `${…}` that is not markup itself. The caller must have checked that a link is http(s). */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Markup(strings.reduce((text, part, index) => text + asMarkup(values[index - 1]) + part));
}

/** A page in the shared frame. */
export function page(status: number, title: string, content: Html): Answer {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <aside class="banner" aria-label="About this page"><strong>Sandbox:</strong> no money moves</aside>
        <main>${content}</main>
      </body>
    </html> `.toString();
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

const styleElement = new Markup(`<style>${css}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`,
  // Browsers also check the redirect to the shop against this list.
  "form-action 'self' http: https:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

const headers = { "content-security-policy": policy.join("; "), "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\0": "\uFFFD" };

function asMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(asMarkup).join("");
  return String(value)
    .toWellFormed()
    .replace(/[&<>"'\0]/g, (character) => entities[character] as string);
}
