import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { eraseCustomer } from "./erase-customer.ts";

export const eraseCustomerProof = adminProof(eraseCustomer, async ({ server, site, unique }) => ({
  params: { id: await addCustomer(server, site, { email: `${unique}@example.com` }) },
  body: { confirm: `${unique}@example.com` },
}));
