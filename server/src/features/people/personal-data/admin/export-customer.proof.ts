import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { exportCustomer } from "./export-customer.ts";

export const exportCustomerProof = adminProof(exportCustomer, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
