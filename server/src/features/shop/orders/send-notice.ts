import type { Deps } from "../../../deps.ts";
import { siteMail, type SiteMail } from "../../../lib/mails/site-mail.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";

/** A site, as far as mails to its people need it. */
export interface NotifiedSite {
  siteName: string;
  senderName: string | null;
  /** The site's own texts of mails, by kind. */
  ownTexts: Readonly<Record<string, unknown>> | null;
  /** `settings.orders.notify`. */
  notify: readonly string[] | null;
}

/** Sends the mail to the present addresses in `settings.orders.notify`, all in one, if there are any. */
export async function sendNotice(
  { log, mailer, mailFrom }: Pick<Deps, "log" | "mailer" | "mailFrom">,
  siteId: string,
  { siteName, senderName, ownTexts, notify }: NotifiedSite,
  mail: SiteMail,
  { replyTo = null }: { replyTo?: string | null } = {},
): Promise<void> {
  const [to, ...alsoTo] = new Set((notify ?? []).map(canonicalEmail).filter((address) => address !== undefined));
  if (to === undefined) return;
  await mailer.send({
    to,
    ...(alsoTo.length > 0 ? { alsoTo } : {}),
    from: { name: senderName ?? siteName, address: mailFrom.address },
    ...(replyTo === null ? {} : { replyTo }),
    ...siteMail({ log }, siteId, ownTexts?.[mail.kind], mail),
  });
}
