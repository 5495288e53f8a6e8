import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { getCustomer } from "./get-customer.ts";

export const getCustomerProof = adminProof(getCustomer, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
