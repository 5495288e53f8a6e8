import { ProblemError } from "../../../lib/http/problem.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { customerNotFound, readAccount, type AccountKey } from "../../shop/customers/index.ts";

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

/**
 * The person behind an account, and the account's address. The address stands for data of guests as well, once they have confirmed it: anybody can
 * register with the address of somebody else. Throws `customer_not_found`.
 */
export async function personBehind(sql: Sql, siteId: string, id: string): Promise<{ person: AccountKey; email: string }> {
  const account = isUuid(id) ? await readAccount(sql, siteId, { id, email: null }) : undefined;
  if (!account) throw new ProblemError(customerNotFound);
  return { person: { id: account.id, email: account.emailVerifiedAt === null ? null : account.email }, email: account.email };
}
