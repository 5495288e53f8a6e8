import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paymentIdOf, pendingOrder } from "../../../../../../test/kit/staff-orders.ts";
import { getSitePayment } from "./get-site-payment.ts";

export const getSitePaymentProof = adminProof(getSitePayment, async ({ server, site }) => ({
  params: { id: await paymentIdOf(server, site, await pendingOrder(server, site)) },
}));
