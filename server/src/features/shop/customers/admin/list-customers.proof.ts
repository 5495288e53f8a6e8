import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listCustomers } from "./list-customers.ts";

export const listCustomersProof = adminProof(listCustomers);
