import type { SendingSite } from "../../../lib/mails/send-site-mail.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";

/** A site, as far as mails to its people need it. */
export interface NotifiedSite extends SendingSite {
  /** The site's own texts of mails, by kind. */
  ownTexts: Readonly<Record<string, unknown>> | null;
  /** `settings.orders.notify`. */
  notify: readonly string[] | null;
}

/** The present addresses in `settings.orders.notify`, each once. */
export function notifiedAddresses({ notify }: Pick<NotifiedSite, "notify">): string[] {
  return [...new Set((notify ?? []).map(canonicalEmail).filter((address) => address !== undefined))];
}
