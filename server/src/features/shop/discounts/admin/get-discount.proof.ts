import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeDiscount } from "../../../../../../test/kit/discounts.ts";
import { getDiscount } from "./get-discount.ts";

export const getDiscountProof = adminProof(getDiscount, async (asker) => ({ params: { id: (await madeDiscount(asker)).id } }));
