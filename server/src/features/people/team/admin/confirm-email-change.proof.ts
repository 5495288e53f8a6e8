import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { wantEmail } from "../../../../../../test/kit/admins.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";

export const confirmEmailChangeProof = adminProof(confirmEmailChange, async ({ server, sender, unique }) => ({
  body: { code: await wantEmail(server, sender.id, `new-${unique}@example.com`) },
}));
