import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addTotp } from "../../../../../../test/kit/second-factors.ts";
import { completeSignIn } from "./complete-sign-in.ts";

export const completeSignInProof = adminProof(completeSignIn, async ({ server, sender }) => ({
  body: { code: (await addTotp(server, sender.id)).code() },
}));
