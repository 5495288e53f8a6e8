import { proof } from "../../../../../../test/kit/proof.ts";
import { orderNotFound } from "../../orders/index.ts";
import { getCheckoutOrder } from "./get-checkout-order.ts";

export const getCheckoutOrderProof = proof(getCheckoutOrder, orderNotFound, async ({ order }) => ({ params: { id: await order() } }));
