import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { demandRoom, siteFull } from "../../../server/sites/index.ts";
import { AddressBody, addressesFull, CustomerAddress, mostAddresses, saveAddress } from "../customer-address.ts";

/** Adds an address to the address book of the customer of the token. */
export const addAddress = operation(
  {
    id: "addAddress",
    method: "POST",
    path: "/api/v1/shop/account/addresses",
    access: "token",
    cors: "site",
    problems: [addressesFull, siteFull, validationFailed],
    tags: ["Account"],
    summary: "Add an own address",
    description: `At most ${mostAddresses}. A new default takes the place of the earlier one. An order stores an address of its own: send it with the checkout.`,
    body: AddressBody,
    response: { 201: Single(CustomerAddress) },
  },
  ({ sql, clock, ids, dataQuotaMb }: Pick<Deps, "sql" | "clock" | "ids" | "dataQuotaMb">) =>
    async (request) => {
      const { site, body } = request;
      await demandRoom(sql, dataQuotaMb, site.id);
      const customerId = ownIdentity(request).id;
      return { data: await sql.begin((tx) => saveAddress(tx, { now: clock.now(), ids }, site.id, customerId, { id: null, body })) };
    },
);
