import { proof } from "../../../../../../test/kit/proof.ts";
import { variantUnavailable } from "../checkout.ts";
import { createCheckoutPaymentIntent } from "./create-checkout-payment-intent.ts";

export const createCheckoutPaymentIntentProof = proof(createCheckoutPaymentIntent, variantUnavailable, async ({ cart }) => ({
  body: await cart(),
}));
