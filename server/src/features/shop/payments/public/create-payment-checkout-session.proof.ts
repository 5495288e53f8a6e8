import { proof } from "../../../../../../test/kit/proof.ts";
import { ownUrls } from "../../../../../../test/kit/proof-site.ts";
import { createPaymentCheckoutSession } from "./create-payment-checkout-session.ts";

export const createPaymentCheckoutSessionProof = proof(createPaymentCheckoutSession, "own", () => ({ body: { amount: 500, ...ownUrls } }));
