import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { blockCustomer } from "./block-customer.ts";

export const blockCustomerProof = adminProof(blockCustomer, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
