import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import { CustomerAddress } from "./customer-address.ts";

export const customersBase = `${siteBase}/customers`;
export const customerBase = `${customersBase}/{id}`;
export const CustomerParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the customer." }) });

export const customerNotFound = problem("customer_not_found", 404, "Customer not found");
export const customerVerified = problem("customer_verified", 409, "The customer has confirmed the e-mail address already");

const head = {
  id: Uuid,
  email: Type.String({ examples: ["ada@example.com"] }),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  emailVerified: Type.Boolean(),
  newEmail: Nullable(Type.String({ description: "Replaces the address once the customer confirms it." })),
  blockedAt: Nullable({ ...Instant, description: "Since then the shop refuses to sign the customer in." }),
  orders: Type.Integer({ description: "How many orders belong to the account, paid or not." }),
  revision: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A customer in a list of the shop's people. */
export const ListedCustomer = Type.Object(head, { $id: "ListedCustomer", additionalProperties: false });
export type ListedCustomer = Static<typeof ListedCustomer>;

/** A customer as the shop's people see one. */
export const SiteCustomer = Type.Object(
  {
    ...head,
    note: Nullable(Type.String({ description: "Only the shop's people see it. An export for the customer includes it." })),
    addresses: Type.Array(CustomerAddress),
    spent: Type.Array(
      Type.Object(
        { currency: Type.String(), amount: Type.Integer({ description: "Minor units, without what was refunded." }) },
        { additionalProperties: false },
      ),
      { description: "The sums that the customer paid, by currency." },
    ),
    lastOrderAt: Nullable(Instant),
  },
  { $id: "SiteCustomer", additionalProperties: false },
);
export type SiteCustomer = Static<typeof SiteCustomer>;
