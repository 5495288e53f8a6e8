import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addTotp } from "../../../../../../test/kit/second-factors.ts";
import { createRecoveryCodes } from "./create-recovery-codes.ts";

export const createRecoveryCodesProof = adminProof(createRecoveryCodes, async ({ server, sender }) => {
  await addTotp(server, sender.id);
  return {};
});
