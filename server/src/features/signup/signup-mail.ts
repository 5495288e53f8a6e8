import { html } from "../../lib/text/html.ts";
import type { Language } from "../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../lib/text/mail-layout.ts";

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
  const texts = mailTexts[language];
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

const mailTexts: Readonly<
  Record<Language, { subject(site: string): string; opening(slug: string): string; closing(minutes: number): string[] }>
> = {
  en: {
    subject: (site) => `Your code – ${site}`,
    opening: (slug) => `Somebody, we hope you, wants to open the site “${slug}” with this address. Enter this code to confirm it:`,
    closing: (minutes) => [
      `The code works once, for ${minutes} ${minutes === 1 ? "minute" : "minutes"}. If you asked for another one since, only the latest works.`,
      "That was not you? Then you can ignore this mail: without the code nothing happens. Never tell it to anybody.",
    ],
  },
  de: {
    subject: (site) => `Ihr Code – ${site}`,
    opening: (slug) =>
      `jemand, hoffentlich Sie, möchte mit dieser Adresse die Website „${slug}“ eröffnen. Geben Sie zur Bestätigung diesen Code ein:`,
    closing: (minutes) => [
      `Der Code gilt einmal und ${minutes} ${minutes === 1 ? "Minute" : "Minuten"} lang. Falls Sie seither einen weiteren angefordert haben, gilt nur der neueste.`,
      "Das waren nicht Sie? Dann können Sie diese E-Mail ignorieren: Ohne den Code passiert nichts. Geben Sie ihn niemandem weiter.",
    ],
  },
  "pt-BR": {
    subject: (site) => `Seu código – ${site}`,
    opening: (slug) => `Alguém, esperamos que você, quer abrir o site “${slug}” com este endereço. Para confirmar, digite este código:`,
    closing: (minutes) => [
      `O código vale uma única vez, por ${minutes} ${minutes === 1 ? "minuto" : "minutos"}. Se você pediu outro depois, só o mais recente funciona.`,
      "Não foi você? Então pode ignorar este e-mail: sem o código nada acontece. Não o informe a ninguém.",
    ],
  },
};
