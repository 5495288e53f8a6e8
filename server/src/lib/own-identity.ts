import type { FastifyRequest } from "fastify";
import type { CustomerIdentity } from "./operation.ts";

/** The customer of the request's token, in an operation that takes nothing else. */
export function ownIdentity({ customer }: Pick<FastifyRequest, "customer">): CustomerIdentity {
  if (!customer) throw new Error('An operation on what is a customer\'s own must declare `access: "token"`.');
  return customer;
}
