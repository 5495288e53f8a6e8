import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { changeCustomer } from "../change-customer.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";

/** Ends every session of a customer. */
export const endCustomerSessions = operation(
  {
    id: "endCustomerSessions",
    method: "POST",
    path: `${customerBase}/end-sessions`,
    access: "member",
    permission: "customers:write",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "End the sessions of a customer",
    description: "Every token that the customer has stops working at once. The customer can sign in again.",
    params: CustomerParams,
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => ({
    data: await changeCustomer(deps, request, { id: request.params.id, action: "endCustomerSessions" }, async (tx, _ctx, { id }) => {
      await tx`update customers set token_version = token_version + 1 where site_id = ${request.site.id} and id = ${id}`;
      return [{ member: "sessions" }];
    }),
  }),
);
