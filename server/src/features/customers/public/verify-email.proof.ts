import { proof } from "../../../../../test/kit/proof.ts";
import { mailedTokenInvalid } from "../customer.ts";
import { verifyEmail } from "./verify-email.ts";

export const verifyEmailProof = proof(verifyEmail, mailedTokenInvalid, async ({ mailedToken }) => ({
  body: { token: await mailedToken("verify-email") },
}));
