import { languageOf } from "../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../lib/text/mail-layout.ts";
import { mailTexts, spanText } from "./mail-texts.ts";

export const customerMailKinds = ["verify-email", "reset-password", "password-changed"] as const;
export type CustomerMailKind = (typeof customerMailKinds)[number];

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
  return layOutMail({
    language,
    site,
    subject: words.subject(site),
    name: about.firstName === null ? null : greetingName(about.firstName),
    opening: words.opening(site),
    link: about.link === null ? null : { url: about.link, button: words.button },
    closing: words.closing({ site, validFor: spanText(language, about.validFor ?? usualSpan[kind]) }),
    spare: about.spareLink ? { text: texts.ifThePageFails, url: about.spareLink } : null,
    disown: words.disown && about.disownLink !== null ? { ...words.disown, url: about.disownLink } : null,
  });
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
