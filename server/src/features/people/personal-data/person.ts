import { canonicalEmail } from "../../../lib/text/email-address.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { AccountKey } from "../../shop/customers/index.ts";

/**
 * The person in a request to a site: by the id of an account, for that account's data; or by an address, for the data of guests as well.
 * Undefined for any other text.
 */
export function personOf(text: string): AccountKey | undefined {
  const trimmedText = text.trim();
  if (isUuid(trimmedText.toLowerCase())) return { id: trimmedText.toLowerCase(), email: null };
  const email = canonicalEmail(trimmedText);
  return email === undefined ? undefined : { id: null, email };
}
