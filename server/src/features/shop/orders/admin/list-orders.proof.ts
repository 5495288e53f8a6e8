import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listOrders } from "./list-orders.ts";

export const listOrdersProof = adminProof(listOrders);
