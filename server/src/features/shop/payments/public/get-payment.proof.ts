import { proof } from "../../../../../../test/kit/proof.ts";
import { dataOf, checkoutClient } from "../../../../../../test/kit/checkout-client.ts";
import { paymentNotFound } from "../payment.ts";
import { getPayment } from "./get-payment.ts";

export const getPaymentProof = proof(getPayment, paymentNotFound, async ({ server, site }) => ({
  params: { id: dataOf(await checkoutClient(server, site).pluginIntent({ amount: 500 })).paymentId ?? "" },
}));
