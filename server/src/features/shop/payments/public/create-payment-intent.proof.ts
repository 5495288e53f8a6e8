import { proof } from "../../../../../../test/kit/proof.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";

export const createPaymentIntentProof = proof(createPaymentIntent, "own", () => ({ body: { amount: 500 } }));
