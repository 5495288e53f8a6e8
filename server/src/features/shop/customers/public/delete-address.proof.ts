import { addressBook } from "../../../../../../test/kit/address-book.ts";
import { proof } from "../../../../../../test/kit/proof.ts";
import { addressNotFound } from "../customer-address.ts";
import { deleteAddress } from "./delete-address.ts";

export const deleteAddressProof = proof(deleteAddress, addressNotFound, async ({ server, customer }) => ({
  params: { id: await addressBook(server, (await customer()).token).add({ country: "NO" }) },
}));
