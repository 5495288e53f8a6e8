import type { FastifyRequest } from "fastify";
import type { CustomerIdentity } from "../../../lib/operation.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Customer } from "../customer.ts";

/** The customer of the request's token, in an operation that takes nothing else. */
export function ownIdentity({ customer }: Pick<FastifyRequest, "customer">): CustomerIdentity {
  if (!customer) throw new Error('An operation on the own account must declare `access: "token"`.');
  return customer;
}

export async function readOwnCustomer(sql: Sql, request: Pick<FastifyRequest, "site" | "customer">): Promise<Customer> {
  const [row] = await sql<{ customer: string | null }>`
    select customer_json(customers)::text as customer from customers
    where site_id = ${request.site.id} and id = ${ownIdentity(request).id}`;
  if (!row?.customer) throw new Error("A customer vanished while their token was good.");
  return JSON.parse(row.customer) as Customer;
}
