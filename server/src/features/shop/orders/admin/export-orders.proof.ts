import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { exportOrders } from "./export-orders.ts";

export const exportOrdersProof = adminProof(exportOrders);
