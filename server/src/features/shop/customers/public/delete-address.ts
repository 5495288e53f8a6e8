import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { addressList, addressNotFound, CustomerAddress, readAddresses, removeAddress } from "../customer-address.ts";

/** Removes an address of the customer of the token. */
export const deleteAddress = operation(
  {
    id: "deleteAddress",
    method: "DELETE",
    path: "/api/v1/shop/account/addresses/{id}",
    access: "token",
    cors: "site",
    problems: [addressNotFound],
    tags: ["Account"],
    summary: "Remove an own address",
    description: "Answers the addresses that are left. Orders keep the address that they were placed with.",
    params: Type.Object({ id: Type.String({ description: "The ID of the address." }) }),
    response: { 200: List(CustomerAddress) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async (request) => {
      const customerId = ownIdentity(request).id;
      await removeAddress(sql, request.site.id, customerId, request.params.id);
      return addressList(await readAddresses(sql, request.site.id, customerId));
    },
);
