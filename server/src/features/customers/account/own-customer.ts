import type { FastifyRequest } from "fastify";
import type { CustomerIdentity } from "../../../lib/operation.ts";
import { ProblemError } from "../../../lib/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { tokenInvalid, type Customer } from "../customer.ts";

/** The customer of the request's token, in an operation that takes nothing else. */
export function ownIdentity({ customer }: Pick<FastifyRequest, "customer">): CustomerIdentity {
  if (!customer) throw new Error('An operation on the own account must declare `access: "token"`.');
  return customer;
}

export async function readOwnCustomer(sql: Sql, request: Pick<FastifyRequest, "site" | "customer">): Promise<Customer> {
  const [row] = await sql<{ customer: string | null }>`
    select customer_json(customers)::text as customer from customers
    where site_id = ${request.site.id} and id = ${ownIdentity(request).id}`;
  // Removed since the token was looked at.
  if (!row?.customer) throw new ProblemError(tokenInvalid);
  return JSON.parse(row.customer) as Customer;
}
