import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { unblockCustomer } from "./unblock-customer.ts";

export const unblockCustomerProof = adminProof(unblockCustomer, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
