import { proof } from "../../../../../../test/kit/proof.ts";
import { signer } from "../../../../../../test/kit/signer.ts";
import { verifySignup } from "./verify-signup.ts";

export const verifySignupProof = proof(verifySignup, "same", async ({ server }) => {
  const { begin, codeFor } = signer(server);
  const { email, verificationId } = await begin();
  return { body: { verificationId, code: await codeFor(email) } };
});
