import { aboutRecipient, type Mail, type Recipient } from "../../../lib/mails/notice-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import type { LinkMail } from "../../../lib/messages/messages.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";

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
