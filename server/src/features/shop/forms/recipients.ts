import { canonicalEmail } from "../../../lib/text/email-address.ts";

/** The recipients of a site's submissions: in its settings, and in those of the plugin. */
export interface NotifySettings {
  siteNotify: readonly string[] | null;
  pluginNotify: readonly string[] | null;
}

/** All distinct recipients. A submitted address is never among them, or anybody could use us to send emails to anybody. */
export function recipientsOf({ siteNotify, pluginNotify }: NotifySettings): string[] {
  const addresses = [...(siteNotify ?? []), ...(pluginNotify ?? [])].map(canonicalEmail);
  return [...new Set(addresses.filter((address) => address !== undefined))];
}
