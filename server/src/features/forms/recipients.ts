import { canonicalEmail } from "../../lib/text/email-address.ts";

/** Whom a site wants to be told of submissions: in its settings, and in those of the plugin. */
export interface NotifySettings {
  siteNotify: readonly string[] | null;
  pluginNotify: readonly string[] | null;
}

/** All of them, each once. An address that was submitted is never among them, or anybody could send mails through us to anybody. */
export function recipientsOf({ siteNotify, pluginNotify }: NotifySettings): string[] {
  const addresses = [...(siteNotify ?? []), ...(pluginNotify ?? [])].map(canonicalEmail);
  return [...new Set(addresses.filter((address) => address !== undefined))];
}
