import { messages } from "../messages/index.ts";
import type { NoticeFacts, NoticeKind } from "../messages/messages.ts";
import { languageOf, type Language } from "../text/language.ts";
import { layOutMail, plainLine } from "../text/mail-layout.ts";

export type Mail = { subject: string; text: string; html: string };

/** Somebody with an account, who gets a mail. */
export interface Recipient {
  locale: string;
  name: string;
  /** The name of the service. */
  sender: string;
}

/** A mail that tells an admin what has happened to their account or site, with a link to the studio. */
export function noticeMail<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  { studioUrl, at, ...to }: Recipient & { studioUrl: string; at: Date },
): Mail {
  const recipient = aboutRecipient(to);
  const { language, site: service } = recipient;
  const texts = messages[language].notices;
  const words = texts.kinds[kind];
  const plainFacts = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plainLine(value, 200)])) as typeof facts;
  const about = { service, at: instantText(language, at), facts: plainFacts };
  return layOutMail({
    ...recipient,
    subject: words.subject(about),
    opening: words.opening(about),
    link: { url: studioUrl, button: texts.button },
    closing: words.closing(about),
  });
}

/** The parts of a mail that depend on its reader alone. */
export function aboutRecipient({ locale, sender, name }: Recipient) {
  return { language: languageOf(locale), site: plainLine(sender, 100), name: plainLine(name, 100) || null };
}

/** An instant in words: the reader's time zone is not known. */
function instantText(language: Language, at: Date): string {
  return `${new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
