import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { changeCustomerEmail } from "./change-customer-email.ts";

export const changeCustomerEmailProof = adminProof(changeCustomerEmail, async ({ server, site, unique }) => ({
  params: { id: await addCustomer(server, site) },
  body: { email: `${unique}@example.com` },
}));
