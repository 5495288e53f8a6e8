import { proof } from "../../../../../../test/kit/proof.ts";
import { shopOrigin } from "../../../../../../test/kit/proof-site.ts";
import { requestPasswordReset } from "./request-password-reset.ts";

export const requestPasswordResetProof = proof(requestPasswordReset, "own", async ({ customer }) => ({
  body: { resetUrlBase: `${shopOrigin}/`, email: (await customer()).email },
}));
