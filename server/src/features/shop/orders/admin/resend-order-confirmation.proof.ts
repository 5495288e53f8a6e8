import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paidOrder } from "../../../../../../test/kit/staff-orders.ts";
import { resendOrderConfirmation } from "./resend-order-confirmation.ts";

export const resendOrderConfirmationProof = adminProof(resendOrderConfirmation, async ({ server, site }) => ({
  params: { id: await paidOrder(server, site) },
}));
