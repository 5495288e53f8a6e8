import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { signIn } from "./sign-in.ts";

export const signInProof = adminProof(signIn, ({ owner }) => ({ body: { email: owner.email, password } }), { success: 201 });
