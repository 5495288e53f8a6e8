import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { AddressBody, addressNotFound, CustomerAddress, saveAddress } from "../customer-address.ts";

/** Replaces an address of the customer of the token. */
export const replaceAddress = operation(
  {
    id: "replaceAddress",
    method: "PUT",
    path: "/api/v1/shop/account/addresses/{id}",
    access: "token",
    cors: "site",
    problems: [addressNotFound, validationFailed],
    tags: ["Account"],
    summary: "Replace an own address",
    description: "Orders keep the address that they were placed with.",
    params: Type.Object({ id: Type.String({ description: "The ID of the address." }) }),
    body: AddressBody,
    response: { 200: Single(CustomerAddress) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body } = request;
      const customerId = ownIdentity(request).id;
      return { data: await sql.begin((tx) => saveAddress(tx, { now: clock.now(), ids }, site.id, customerId, { id: params.id, body })) };
    },
);
