import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { changeCustomer } from "../change-customer.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";

/** Blocks a customer's account. */
export const blockCustomer = operation(
  {
    id: "blockCustomer",
    method: "POST",
    path: `${customerBase}/block`,
    access: "member",
    permission: "customers:write",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "Block a customer",
    description:
      "The customer's sessions end at once, and a sign-in with the right password answers 403 `customer_blocked`. Orders stay as they are. " +
      "It does not stop an order without an account. A customer who is blocked already stays so, and nothing is recorded.",
    params: CustomerParams,
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => ({
    data: await changeCustomer(
      deps,
      request,
      { id: request.params.id, action: "blockCustomer" },
      async (tx, { now }, { id, blockedAt }) => {
        if (blockedAt) return null;
        await tx`
        update customers set blocked_at = ${now}, token_version = token_version + 1 where site_id = ${request.site.id} and id = ${id}`;
        return [{ member: "blocked", from: false, to: true }];
      },
    ),
  }),
);
