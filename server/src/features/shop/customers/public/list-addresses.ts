import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { addressList, CustomerAddress, readAddresses } from "../customer-address.ts";

/** Lists the addresses of the customer of the token. */
export const listAddresses = operation(
  {
    id: "listAddresses",
    method: "GET",
    path: "/api/v1/shop/account/addresses",
    access: "token",
    cors: "site",
    problems: [],
    tags: ["Account"],
    summary: "List the own addresses",
    description: "All of them, the oldest first.",
    response: { 200: List(CustomerAddress) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async (request) =>
      addressList(await readAddresses(sql, request.site.id, ownIdentity(request).id)),
);
