import { html, type HtmlValue } from "../../../lib/text/html.ts";

/** The http(s) URLs in a text, in their order. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(link)].map(([url]) => url);
}

/** The text with its URLs made clickable. */
export function withLinks(text: string): HtmlValue[] {
  const parts: HtmlValue[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(link)) {
    parts.push(text.slice(end, index), html`<a href="${url}" rel="noreferrer">${url}</a>`);
    end = index + url.length;
  }
  return [...parts, text.slice(end)];
}

// A full stop or a bracket after a URL belongs to the sentence.
const link = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?()[\]{}]/g;
