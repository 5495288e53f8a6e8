import { messages } from "../../../lib/messages/index.ts";
import { html } from "../../../lib/text/html.ts";
import type { Language } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";

export interface AboutSignupMail {
  language: Language;
  /** The name of the service. */
  sender: string;
  siteSlug: string;
  code: string;
  /** How long the code works. */
  minutes: number;
}

/**
 * The email with the code. Anybody can have it sent to anybody, so it contains no text of the caller's but the site's slug, which can hold
 * no link. The code is not in the subject, which shows on locked screens and in the logs of mail servers.
 */
export function signupMail({ language, sender, siteSlug, code, minutes }: AboutSignupMail): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = messages[language].signupMail;
  const site = plainLine(sender, 100);
  return layOutMail({
    language,
    site,
    subject: texts.subject(site),
    name: null,
    opening: texts.opening(siteSlug),
    details: { text: code, html: html`<p style="${style}">${code}</p>` },
    link: null,
    closing: texts.closing(minutes),
  });
}

const style =
  "margin:0 0 16px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:0.2em";
