import { proof } from "../../../../../../test/kit/proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { invalidCredentials } from "../../../../lib/http/credential-problems.ts";
import { logIn } from "./log-in.ts";

export const logInProof = proof(logIn, invalidCredentials, async ({ customer }) => ({
  body: { email: (await customer()).email, password },
}));
