import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addTotp } from "../../../../../../test/kit/second-factors.ts";
import { removeTotp } from "./remove-totp.ts";

export const removeTotpProof = adminProof(removeTotp, async ({ server, sender }) => {
  await addTotp(server, sender.id);
  return {};
});
