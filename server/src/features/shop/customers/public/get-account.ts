import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { Customer } from "../customer.ts";
import { readOwnCustomer } from "../own-customer.ts";

/** The customer of the token. */
export const getAccount = operation(
  {
    id: "getAccount",
    method: "GET",
    path: "/api/v1/shop/account",
    access: "token",
    cors: "site",
    problems: [],
    tags: ["Account"],
    summary: "Read the own account",
    response: { 200: Single(Customer) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async (request) => ({ data: await readOwnCustomer(sql, request) }),
);
