import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { forgetPaymentTests } from "../../../../../../test/kit/plugins.ts";
import { testPayments } from "./test-payments.ts";

export const testPaymentsProof = adminProof(testPayments, async ({ server, site }) => {
  await forgetPaymentTests(server, site);
  return {};
});
