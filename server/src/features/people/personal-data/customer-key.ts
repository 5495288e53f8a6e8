import type { AccountKey, SiteCustomer } from "../../shop/customers/index.ts";

/**
 * The person behind an account. Their address stands for data of guests as well, once they have confirmed it: anybody can register with the address of
 * somebody else.
 */
export function personBehind({ id, email, emailVerified }: Pick<SiteCustomer, "id" | "email" | "emailVerified">): AccountKey {
  return { id, email: emailVerified ? email : null };
}
