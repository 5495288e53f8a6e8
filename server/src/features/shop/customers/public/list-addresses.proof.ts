import { proof } from "../../../../../../test/kit/proof.ts";
import { listAddresses } from "./list-addresses.ts";

export const listAddressesProof = proof(listAddresses, "own");
