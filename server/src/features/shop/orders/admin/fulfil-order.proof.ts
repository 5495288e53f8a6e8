import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { paidOrder } from "../../../../../../test/kit/staff-orders.ts";
import { fulfilOrder } from "./fulfil-order.ts";

export const fulfilOrderProof = adminProof(fulfilOrder, async ({ server, site }) => ({
  params: { id: await paidOrder(server, site) },
  body: { tracking: { carrier: "DHL", number: "00340434161094042557", url: "https://carrier.example/00340434161094042557" } },
}));
