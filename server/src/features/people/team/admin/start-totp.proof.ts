import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { startOwnTotp } from "../../../../../../test/kit/second-factors.ts";
import { startTotp } from "./start-totp.ts";

export const startTotpProof = adminProof(startTotp, async ({ server, sender }) => {
  // An app that was begun earlier is not an obstacle, and one that the sender has is taken off.
  await startOwnTotp(server, sender.id);
  return {};
});
