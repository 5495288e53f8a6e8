import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paidOrder } from "../../../../../../test/kit/staff-orders.ts";
import { getOrder } from "./get-order.ts";

export const getOrderProof = adminProof(getOrder, async ({ server, site }) => ({ params: { id: await paidOrder(server, site) } }));
