import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";
import { readSiteCustomer } from "../staff-customers.ts";

/** Reads a customer with the address book and what they spent. */
export const getCustomer = operation(
  {
    id: "getCustomer",
    method: "GET",
    path: customerBase,
    access: "member",
    permission: "customers:read",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "Read a customer",
    description: "The list of orders, with `customer` as its filter, has the customer's orders.",
    params: CustomerParams,
    response: { 200: Single(SiteCustomer) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const customer = await readSiteCustomer(sql, site.id, params.id);
      tagRevision(reply, customer.revision);
      return { data: customer };
    },
);
