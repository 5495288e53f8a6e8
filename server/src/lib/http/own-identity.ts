import type { FastifyRequest } from "fastify";
import type { CustomerIdentity } from "./operation.ts";
import { problem } from "./problem.ts";

/** For the token of a login. */
export const tokenInvalid = problem("token_invalid", 401, "The customer token is invalid or has expired");

/** The customer of the request's token, in an operation that takes no other credential. */
export function ownIdentity({ customer }: Pick<FastifyRequest, "customer">): CustomerIdentity {
  if (!customer) throw new Error('An operation on a customer\'s own data must declare `access: "token"`.');
  return customer;
}
