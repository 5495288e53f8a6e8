import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { signOut } from "./sign-out.ts";

export const signOutProof = adminProof(signOut);
