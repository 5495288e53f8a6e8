import { addressBook } from "../../../../../../test/kit/address-book.ts";
import { proof } from "../../../../../../test/kit/proof.ts";
import { addressNotFound } from "../customer-address.ts";
import { replaceAddress } from "./replace-address.ts";

export const replaceAddressProof = proof(replaceAddress, addressNotFound, async ({ server, customer }) => ({
  params: { id: await addressBook(server, (await customer()).token).add({ country: "NO" }) },
  body: { address: { country: "SE" } },
}));
