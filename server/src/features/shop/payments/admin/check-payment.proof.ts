import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paymentIdOf, pendingOrder } from "../../../../../../test/kit/staff-orders.ts";
import { checkPayment } from "./check-payment.ts";

export const checkPaymentProof = adminProof(checkPayment, async ({ server, site }) => ({
  params: { id: await paymentIdOf(server, site, await pendingOrder(server, site)) },
}));
