import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { sendCustomerVerification } from "./send-customer-verification.ts";

export const sendCustomerVerificationProof = adminProof(sendCustomerVerification, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
