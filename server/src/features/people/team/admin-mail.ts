import { messages } from "../../../lib/messages/index.ts";
import type { LinkMail, NoticeFacts, NoticeKind } from "../../../lib/messages/messages.ts";
import { languageOf, type Language } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";

type Mail = { subject: string; text: string; html: string };

interface Recipient {
  locale: string;
  name: string;
  /** The name of the service. */
  sender: string;
}

/** A mail that tells an admin what has happened to their account, with a link to the studio. */
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

/** A mail with a link that works once. */
export function linkMail(kind: LinkMail, link: string, to: Recipient): Mail {
  const about = aboutRecipient(to);
  const words = messages[about.language].linkMails[kind];
  return layOutMail({
    ...about,
    subject: words.subject(about.site),
    opening: words.opening(about.site),
    link: { url: link, button: words.button },
    closing: words.closing,
  });
}

/** A mail that invites a person to a site. Names of others are plain text, one line each, and short. */
export function invitationMail(link: string, { site, inviter }: { site: string; inviter: string | null }, to: Recipient): Mail {
  const about = aboutRecipient(to);
  const words = messages[about.language].invitation;
  const facts = { service: about.site, site: plainLine(site, 100), inviter: plainLine(inviter ?? "", 100) || null };
  return layOutMail({
    ...about,
    subject: words.subject(facts),
    opening: words.opening(facts),
    link: { url: link, button: words.button },
    closing: words.closing,
  });
}

/** A mail with the code by which an admin shows that a new address is theirs. */
export function codeMail(code: string, to: Recipient): Mail {
  const about = aboutRecipient(to);
  const words = messages[about.language].emailCode;
  const spacedCode = `${code.slice(0, 4)} ${code.slice(4)}`;
  return layOutMail({
    ...about,
    subject: words.subject(about.site),
    opening: words.opening(about.site, spacedCode),
    link: null,
    closing: words.closing,
  });
}

/** The parts of a mail that depend on its reader alone. */
function aboutRecipient({ locale, sender, name }: Recipient) {
  return { language: languageOf(locale), site: plainLine(sender, 100), name: plainLine(name, 100) || null };
}

/** An instant in words: the reader's time zone is not known. */
function instantText(language: Language, at: Date): string {
  return `${new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
