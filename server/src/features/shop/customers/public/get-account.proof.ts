import { proof } from "../../../../../../test/kit/proof.ts";
import { getAccount } from "./get-account.ts";

export const getAccountProof = proof(getAccount, "own");
