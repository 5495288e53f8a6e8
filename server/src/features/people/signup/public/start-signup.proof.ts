import { proof } from "../../../../../../test/kit/proof.ts";
import { newSignup } from "../../../../../../test/kit/signer.ts";
import { startSignup } from "./start-signup.ts";

export const startSignupProof = proof(startSignup, "same", () => ({ body: newSignup() }));
