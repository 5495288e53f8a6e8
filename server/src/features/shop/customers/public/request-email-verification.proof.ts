import { proof } from "../../../../../../test/kit/proof.ts";
import { shopOrigin } from "../../../../../../test/kit/proof-site.ts";
import { requestEmailVerification } from "./request-email-verification.ts";

export const requestEmailVerificationProof = proof(requestEmailVerification, "own", async ({ customer }) => ({
  body: { verifyUrlBase: `${shopOrigin}/`, email: (await customer()).email },
}));
