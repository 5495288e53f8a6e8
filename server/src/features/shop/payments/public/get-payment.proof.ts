import { proof } from "../../../../../../test/kit/proof.ts";
import { dataOf, till } from "../../../../../../test/kit/till.ts";
import { paymentNotFound } from "../payment.ts";
import { getPayment } from "./get-payment.ts";

export const getPaymentProof = proof(getPayment, paymentNotFound, async ({ server, site }) => ({
  params: { id: dataOf(await till(server, site).pluginIntent({ amount: 500 })).paymentId ?? "" },
}));
