import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { sendCustomerPasswordReset } from "./send-customer-password-reset.ts";

export const sendCustomerPasswordResetProof = adminProof(sendCustomerPasswordReset, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
