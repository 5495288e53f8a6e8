import type { ListedCustomer } from "@vitrine/client/admin";

type Named = Pick<ListedCustomer, "firstName" | "lastName" | "email">;

/** First and last name; undefined: the customer has told neither. */
export function fullName({ firstName, lastName }: Pick<Named, "firstName" | "lastName">): string | undefined {
  const words = [firstName, lastName].filter((word) => word !== null);
  return words.length === 0 ? undefined : words.join(" ");
}

/** What the shop calls a customer: the name, else the e-mail address. */
export const nameOf = (customer: Named): string => fullName(customer) ?? customer.email;
