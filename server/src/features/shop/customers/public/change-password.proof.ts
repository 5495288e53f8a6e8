import { proof } from "../../../../../../test/kit/proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { changePassword } from "./change-password.ts";

export const changePasswordProof = proof(changePassword, "own", () => ({
  body: { currentPassword: password, newPassword: "another good password" },
}));
