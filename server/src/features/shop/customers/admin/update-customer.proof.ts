import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { updateCustomer } from "./update-customer.ts";

export const updateCustomerProof = adminProof(updateCustomer, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
  headers: { "if-match": '"1"' },
  body: { note: "Prefers e-mail" },
}));
