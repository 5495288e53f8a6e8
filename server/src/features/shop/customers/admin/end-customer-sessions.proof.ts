import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { endCustomerSessions } from "./end-customer-sessions.ts";

export const endCustomerSessionsProof = adminProof(endCustomerSessions, async ({ server, site }) => ({
  params: { id: await addCustomer(server, site) },
}));
