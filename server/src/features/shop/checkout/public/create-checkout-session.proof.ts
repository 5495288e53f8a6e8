import { proof } from "../../../../../../test/kit/proof.ts";
import { ownUrls } from "../../../../../../test/kit/proof-site.ts";
import { variantUnavailable } from "../checkout.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";

export const createCheckoutSessionProof = proof(createCheckoutSession, variantUnavailable, async ({ cart }) => ({
  body: { ...(await cart()), ...ownUrls },
}));
