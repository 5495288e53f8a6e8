import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { startOwnTotp } from "../../../../../../test/kit/second-factors.ts";
import { confirmTotp } from "./confirm-totp.ts";

export const confirmTotpProof = adminProof(confirmTotp, async ({ server, sender }) => ({
  body: { code: (await startOwnTotp(server, sender.id)).code() },
}));
