import type { FastifyRequest } from "fastify";
import type { CustomerIdentity } from "./operation.ts";
import { problem } from "./problem.ts";

/** Of a token from a login. */
export const tokenInvalid = problem("token_invalid", 401, "The customer token is not valid, or no longer");

/** The customer of the request's token, in an operation that takes nothing else. */
export function ownIdentity({ customer }: Pick<FastifyRequest, "customer">): CustomerIdentity {
  if (!customer) throw new Error('An operation on what is a customer\'s own must declare `access: "token"`.');
  return customer;
}
