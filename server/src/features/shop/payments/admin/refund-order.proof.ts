import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paidOrder } from "../../../../../../test/kit/staff-orders.ts";
import { refundOrder } from "./refund-order.ts";

export const refundOrderProof = adminProof(refundOrder, async ({ server, site, unique }) => ({
  params: { id: await paidOrder(server, site) },
  headers: { "idempotency-key": unique },
  body: { amount: 1, reason: "Scratched" },
}));
