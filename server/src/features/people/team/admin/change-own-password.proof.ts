import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { changeOwnPassword } from "./change-own-password.ts";

export const changeOwnPasswordProof = adminProof(changeOwnPassword, () => ({
  body: { currentPassword: password, password: "another long password" },
}));
