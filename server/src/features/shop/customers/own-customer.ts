import type { FastifyRequest } from "fastify";
import { ownIdentity, tokenInvalid } from "../../../lib/http/own-identity.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { customerOf, type Customer, type CustomerRow } from "./customer.ts";

export async function readOwnCustomer(sql: Sql, request: Pick<FastifyRequest, "site" | "customer">): Promise<Customer> {
  const [row] = await sql<CustomerRow>`
    select
      id, email, first_name as "firstName", last_name as "lastName", phone,
      email_verified_at is not null as "emailVerified", created_at as "createdAt", updated_at as "updatedAt"
    from customers
    where site_id = ${request.site.id} and id = ${ownIdentity(request).id}`;
  if (!row) throw new ProblemError(tokenInvalid);
  return customerOf(row);
}
