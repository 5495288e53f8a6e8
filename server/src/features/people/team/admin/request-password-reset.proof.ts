import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { requestPasswordReset } from "./request-password-reset.ts";

export const requestPasswordResetProof = adminProof(requestPasswordReset, ({ owner }) => ({ body: { email: owner.email } }));
