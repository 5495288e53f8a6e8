import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { startPasskeySignIn } from "./start-passkey-sign-in.ts";

export const startPasskeySignInProof = adminProof(startPasskeySignIn);
