import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { changeCustomer } from "../change-customer.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";

/** Lets a blocked customer sign in again. */
export const unblockCustomer = operation(
  {
    id: "unblockCustomer",
    method: "POST",
    path: `${customerBase}/unblock`,
    access: "member",
    permission: "customers:write",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "Unblock a customer",
    description: "The customer can sign in again. For one who is not blocked nothing changes.",
    params: CustomerParams,
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => ({
    data: await changeCustomer(deps, request, { id: request.params.id, action: "unblockCustomer" }, async (tx, _ctx, { id, blockedAt }) => {
      if (!blockedAt) return null;
      await tx`update customers set blocked_at = null where site_id = ${request.site.id} and id = ${id}`;
      return [{ member: "blocked", from: true, to: false }];
    }),
  }),
);
