import type { Logger } from "pino";
import type { Mailer } from "../../ports/mailer.ts";
import { siteMail, type SiteMail } from "./site-mail.ts";

/** A site as the sender of its mails. */
export interface SendingSite {
  siteName: string;
  /** Null: the name of the site. */
  senderName: string | null;
}

interface Sending {
  log: Logger;
  mailer: Mailer;
  mailFrom: { address: string };
}

/** `texts`: the site's own of this kind, as they are stored. */
interface Addressed {
  to: readonly string[];
  texts: unknown;
  replyTo?: string | null | undefined;
}

/** Sends a mail of a site to all recipients at once, who see each other, in the site's own words or in ours. Does nothing without a recipient. */
export async function sendSiteMail(
  { log, mailer, mailFrom }: Sending,
  siteId: string,
  { siteName, senderName }: SendingSite,
  mail: SiteMail,
  { to: [to, ...alsoTo], texts, replyTo }: Addressed,
): Promise<void> {
  if (to === undefined) return;
  await mailer.send({
    to,
    ...(alsoTo.length > 0 ? { alsoTo } : {}),
    from: { name: senderName ?? siteName, address: mailFrom.address },
    ...(replyTo ? { replyTo } : {}),
    ...siteMail({ log }, siteId, texts, mail),
  });
}
