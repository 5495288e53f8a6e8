import type { FastifyRequest } from "fastify";
import { ownIdentity, tokenInvalid } from "../../../lib/own-identity.ts";
import { ProblemError } from "../../../lib/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Customer } from "../customer.ts";

export async function readOwnCustomer(sql: Sql, request: Pick<FastifyRequest, "site" | "customer">): Promise<Customer> {
  const [row] = await sql<{ customer: string | null }>`
    select customer_json(customers)::text as customer from customers
    where site_id = ${request.site.id} and id = ${ownIdentity(request).id}`;
  // Removed since the token was looked at.
  if (!row?.customer) throw new ProblemError(tokenInvalid);
  return JSON.parse(row.customer) as Customer;
}
