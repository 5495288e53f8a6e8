import { proof } from "../../../../../../test/kit/proof.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { verifyEmail } from "./verify-email.ts";

export const verifyEmailProof = proof(verifyEmail, mailedTokenInvalid, async ({ mailedToken }) => ({
  body: { token: await mailedToken("verify-email") },
}));
