import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listDiscounts } from "./list-discounts.ts";

export const listDiscountsProof = adminProof(listDiscounts);
