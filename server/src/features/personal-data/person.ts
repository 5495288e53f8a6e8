import { canonicalEmail } from "../../lib/text/email-address.ts";
import { isUuid } from "../../lib/text/uuid.ts";
import type { AccountKey } from "../customers/index.ts";

/**
 * Whom a site is asked about: by the id of an account, for what is that account's; or by an address, for what guests did with
 * it as well. Undefined for what is neither.
 */
export function personOf(text: string): AccountKey | undefined {
  const given = text.trim();
  if (isUuid(given.toLowerCase())) return { id: given.toLowerCase(), email: null };
  const email = canonicalEmail(given);
  return email === undefined ? undefined : { id: null, email };
}
