import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { pendingOrder } from "../../../../../../test/kit/staff-orders.ts";
import { listPackingSlips } from "./list-packing-slips.ts";

export const listPackingSlipsProof = adminProof(listPackingSlips, async ({ server, site }) => ({
  query: { ids: await pendingOrder(server, site) },
}));
