import { proof } from "../../../../../../test/kit/proof.ts";
import { signer } from "../../../../../../test/kit/signer.ts";
import { lifetimes } from "../challenge.ts";
import { resendCode } from "./resend-code.ts";

export const resendCodeProof = proof(resendCode, "same", async ({ server }) => {
  const { verificationId } = await signer(server).begin();
  server.clock.advance(lifetimes.cooldownMs);
  return { body: { verificationId } };
});
