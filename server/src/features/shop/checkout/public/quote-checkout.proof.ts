import { proof } from "../../../../../../test/kit/proof.ts";
import { quoteCheckout } from "./quote-checkout.ts";

/** At another site, the same items are not for sale, and it says nothing else about them. */
export const quoteCheckoutProof = proof(quoteCheckout, "own", async ({ cart }) => ({ body: await cart() }));
