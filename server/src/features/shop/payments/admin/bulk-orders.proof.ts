import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paidOrder, seenOrder } from "../../../../../../test/kit/staff-orders.ts";
import { bulkOrders } from "./bulk-orders.ts";

export const bulkOrdersProof = adminProof(bulkOrders, async ({ server, site }) => ({
  body: { action: "fulfil", items: [await seenOrder(server, site, await paidOrder(server, site))] },
}));
