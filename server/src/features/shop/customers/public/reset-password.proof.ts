import { proof } from "../../../../../../test/kit/proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { resetPassword } from "./reset-password.ts";

export const resetPasswordProof = proof(resetPassword, mailedTokenInvalid, async ({ mailedToken }) => ({
  body: { token: await mailedToken("reset-password"), password },
}));
