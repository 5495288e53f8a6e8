import { html, type Html } from "../../lib/html.ts";
import { languageOf, mailTexts, spanText } from "./mail-texts.ts";

export type CustomerMailKind = "verify-email" | "reset-password" | "password-changed";

export interface AboutCustomerMail {
  locale: string;
  siteName: string;
  firstName: string | null;
  /** Where the mail leads: to confirm, to choose a password; the shop, if there is one, when a password was changed. */
  link: string | null;
  /** Removes the account that somebody made with the address. In the mail to confirm it. */
  disownLink: string | null;
  /** A page of ours for the same, where `link` leads elsewhere: what it leads to may not be what it should. */
  spareLink?: string | null;
  /** How long the link works. 7 days to confirm an address, 1 hour for a password, unless said otherwise. */
  validFor?: { days: number } | { hours: number };
}

/** Subject, text and HTML of a mail to a customer, in the site's language where there is a translation, else in English. */
export function customerMail(kind: CustomerMailKind, about: AboutCustomerMail): { subject: string; text: string; html: string } {
  if (about.link === null && kind !== "password-changed") throw new Error(`A mail of the kind ${kind} needs a link.`);
  const language = languageOf(about.locale);
  const texts = mailTexts[language];
  const words = texts[kind];
  const site = plainLine(about.siteName, 100);
  const content: Content = {
    language,
    site,
    subject: words.subject(site),
    greeting: texts.greeting(about.firstName === null ? null : greetingName(about.firstName)),
    opening: words.opening(site),
    link: about.link === null ? null : { url: checkedUrl(about.link), button: words.button },
    closing: words.closing({ site, validFor: spanText(language, about.validFor ?? usualSpan[kind]) }),
    spare: about.spareLink ? { text: texts.ifThePageFails, url: checkedUrl(about.spareLink) } : null,
    disown: words.disown && about.disownLink !== null ? { ...words.disown, url: checkedUrl(about.disownLink) } : null,
    ifTheButtonFails: texts.ifTheButtonFails,
    regards: texts.regards,
    footer: texts.footer,
  };
  return { subject: content.subject, text: textOf(content), html: htmlOf(content).toString() };
}

/** One line without anything that hides, reorders or breaks it, at most `maxLength` characters of it. */
export function plainLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ");
  return Array.from(line.trim()).slice(0, maxLength).join("").trim();
}

interface Content {
  language: string;
  site: string;
  subject: string;
  greeting: string;
  opening: string;
  link: { url: string; button: string } | null;
  closing: string[];
  spare: { text: string; url: string } | null;
  disown: { text: string; link: string; url: string } | null;
  ifTheButtonFails: string;
  regards: string;
  footer: string;
}

const usualSpan = { "verify-email": { days: 7 }, "reset-password": { hours: 1 }, "password-changed": { hours: 1 } } as const;

/**
 * The name to greet with, or none. Anybody can have such a mail sent to anybody, so the name must not carry a message: mail
 * programs make a link of whatever looks like an address.
 */
function greetingName(firstName: string): string | null {
  const name = plainLine(firstName, 100);
  const looksLikeAddress = /[/\\@:]|www|[.\u3002\uff0e\uff61]\s*\p{L}{2}/iu.test(name.normalize("NFKC"));
  const looksLikeMessage = Array.from(name).length > 40 || /[\p{Nd}\p{Sc}!?]/u.test(name);
  return name === "" || looksLikeAddress || looksLikeMessage ? null : name;
}

function checkedUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new Error("A mail links to http(s) alone.");
  return href;
}

function textOf({ greeting, opening, link, closing, spare, disown, regards, site, footer }: Content): string {
  const paragraphs = [
    greeting,
    opening,
    ...(link ? [link.url] : []),
    ...closing,
    ...(spare ? [spare.text, spare.url] : []),
    ...(disown ? [disown.text, disown.url] : []),
    `${regards}\n${site}`,
    `-- \n${footer}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

// Colours are left to the mail program, which knows whether it is dark, but for the button, which is readable on both.
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

function htmlOf({
  language,
  site,
  subject,
  greeting,
  opening,
  link,
  closing,
  spare,
  disown,
  ifTheButtonFails,
  regards,
  footer,
}: Content): Html {
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
        <div style="${style.column}">
          <p style="${style.site}">${site}</p>
          <p style="${style.paragraph}">${greeting}</p>
          <p style="${style.paragraph}">${opening}</p>
          ${
            link &&
            html`<p style="${style.paragraph}"><a href="${link.url}" style="${style.button}">${link.button}</a></p>
              <p style="${style.address}">${ifTheButtonFails}<br /><a href="${link.url}">${link.url}</a></p>`
          }
          ${closing.map((paragraph) => html`<p style="${style.paragraph}">${paragraph}</p>`)}
          ${spare && html`<p style="${style.address}">${spare.text}<br /><a href="${spare.url}">${spare.url}</a></p>`}
          ${disown && html`<p style="${style.disown}">${disown.text}<br /><a href="${disown.url}">${disown.link}</a></p>`}
          <p style="${style.paragraph}">${regards}<br />${site}</p>
          <p style="${style.footer}">${footer}</p>
        </div>
      </body>
    </html> `;
}
