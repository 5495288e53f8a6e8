import { messages } from "../messages/index.ts";
import type { Mail } from "../../ports/mailer.ts";
import { html, type Html } from "./html.ts";
import type { Language } from "./language.ts";

/** The parts of a mail, in order. Names and sentences are plain text, one line each. */
export interface MailContent {
  language: Language;
  site: string;
  subject: string;
  /** The name in the greeting. */
  name: string | null;
  opening: string;
  /** Its subject, the same twice. */
  details?: { text: string; html: Html };
  link: { url: string; button: string } | null;
  closing: readonly string[];
  /** A second address for the same as the link. */
  spare?: { text: string; url: string } | null;
  /** The sentence for a reader who did not request the mail. */
  disown?: { text: string; link: string; url: string } | null;
  /** Replaces the usual note that nobody reads replies. */
  footer?: string;
}

/** The layout of all mails. Throws for an address that is not http(s). */
export function layOutMail(content: MailContent): Pick<Mail, "subject" | "text" | "html"> {
  const checked = {
    ...content,
    link: content.link && { ...content.link, url: checkedUrl(content.link.url) },
    spare: content.spare ? { ...content.spare, url: checkedUrl(content.spare.url) } : null,
    disown: content.disown ? { ...content.disown, url: checkedUrl(content.disown.url) } : null,
  };
  return { subject: content.subject, text: textOf(checked), html: htmlOf(checked).toString() };
}

/** One line without anything that hides, reorders or breaks it, at most `maxLength` characters of it. */
export function plainLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(hiding, "")
    .replace(/[\p{Cc}\s]+/gu, " ");
  return Array.from(line.trim()).slice(0, maxLength).join("").trim();
}

/** Lines without characters that hide or reorder them, with any line ending, at most `maxLength` characters in all. */
export function plainLines(text: string, maxLength: number): string[] {
  const lines = text
    .toWellFormed()
    .replace(hiding, "")
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]+/gu, " ");
  return Array.from(lines.trim()).slice(0, maxLength).join("").trim().split("\n");
}

// Invisible and blank characters, and those that change the direction; joiners stay, because scripts and emoji need them.
const hiding = /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

// Colours are left to the mail program, which knows whether it is dark, except for the button, which is readable on both.
const style = {
  body: "margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.6",
  column: "max-width:34em;margin:0 auto",
  site: "margin:0 0 24px;font-size:18px;font-weight:700",
  paragraph: "margin:0 0 16px",
  button:
    "display:inline-block;padding:12px 24px;border-radius:8px;background-color:#2450c8;color:#ffffff;font-weight:600;text-decoration:none",
  address: "margin:0 0 16px;font-size:14px;overflow-wrap:anywhere;word-break:break-word",
  disown: "margin:24px 0 16px;padding:16px 0 0;border-top:1px solid #8a8f98",
  footer: "margin:24px 0 0;font-size:14px",
};

/** The address in its usual form. Throws for one that is not http(s). */
export function checkedUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new Error("A mail may link to http(s) only.");
  return href;
}

function textOf({
  language,
  site,
  name,
  opening,
  details,
  link,
  closing,
  spare,
  disown,
  footer = messages[language].commonMail.footer,
}: MailContent): string {
  const { greeting, regards } = messages[language].commonMail;
  const paragraphs = [
    greeting(name),
    opening,
    ...(details ? [details.text] : []),
    ...(link ? [link.url] : []),
    ...closing,
    ...(spare ? [spare.text, spare.url] : []),
    ...(disown ? [disown.text, disown.url] : []),
    `${regards}\n${site}`,
    `-- \n${footer}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** The HTML of a text: paragraphs, each as its lines, and parts with a layout of their own. */
export function layOutText(language: string, subject: string, blocks: readonly (Html | readonly Html[])[]): string {
  return pageOf(
    language,
    subject,
    html`${blocks.map((block) =>
      "length" in block
        ? html`<p style="${style.paragraph}">${block.map((line, index) => html`${index > 0 && html`<br />`}${line}`)}</p>`
        : block,
    )}`,
  ).toString();
}

function htmlOf({
  language,
  site,
  subject,
  name,
  opening,
  details,
  link,
  closing,
  spare,
  disown,
  footer = messages[language].commonMail.footer,
}: MailContent): Html {
  const { greeting, ifTheButtonFails, regards } = messages[language].commonMail;
  return pageOf(
    language,
    subject,
    html`<p style="${style.site}">${site}</p>
      <p style="${style.paragraph}">${greeting(name)}</p>
      <p style="${style.paragraph}">${opening}</p>
      ${details?.html}${
        link &&
        html`<p style="${style.paragraph}"><a href="${link.url}" style="${style.button}">${link.button}</a></p>
          <p style="${style.address}">${ifTheButtonFails}<br /><a href="${link.url}">${link.url}</a></p>`
      }
      ${closing.map((paragraph) => html`<p style="${style.paragraph}">${paragraph}</p>`)}
      ${spare && html`<p style="${style.address}">${spare.text}<br /><a href="${spare.url}">${spare.url}</a></p>`}
      ${disown && html`<p style="${style.disown}">${disown.text}<br /><a href="${disown.url}">${disown.link}</a></p>`}
      <p style="${style.paragraph}">${regards}<br />${site}</p>
      <p style="${style.footer}">${footer}</p>`,
  );
}

function pageOf(language: string, subject: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="${style.body}">
        <div style="${style.column}">${content}</div>
      </body>
    </html> `;
}
