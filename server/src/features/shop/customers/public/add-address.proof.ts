import { proof } from "../../../../../../test/kit/proof.ts";
import { addAddress } from "./add-address.ts";

export const addAddressProof = proof(addAddress, "own", () => ({ body: { address: { country: "NO" } } }));
