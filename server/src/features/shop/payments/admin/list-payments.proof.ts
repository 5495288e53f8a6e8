import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listPayments } from "./list-payments.ts";

export const listPaymentsProof = adminProof(listPayments);
