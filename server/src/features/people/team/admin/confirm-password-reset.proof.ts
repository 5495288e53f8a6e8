import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { issuePasswordLink } from "../admin-links.ts";
import { confirmPasswordReset } from "./confirm-password-reset.ts";

export const confirmPasswordResetProof = adminProof(confirmPasswordReset, async ({ server: { deps }, owner }) => {
  const token = await issuePasswordLink(deps.sql, { now: deps.clock.now(), ids: deps.ids }, owner.id, "RESET_PASSWORD");
  return { body: { token, password: "another long password" } };
});
