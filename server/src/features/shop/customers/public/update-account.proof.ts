import { proof } from "../../../../../../test/kit/proof.ts";
import { updateAccount } from "./update-account.ts";

export const updateAccountProof = proof(updateAccount, "own", () => ({ body: { firstName: "Ada" } }));
