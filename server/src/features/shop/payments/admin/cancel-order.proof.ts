import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { pendingOrder } from "../../../../../../test/kit/staff-orders.ts";
import { cancelOrder } from "./cancel-order.ts";

export const cancelOrderProof = adminProof(cancelOrder, async ({ server, site }) => ({ params: { id: await pendingOrder(server, site) } }));
