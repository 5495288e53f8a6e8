import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeDiscount } from "../../../../../../test/kit/discounts.ts";
import { createDiscountCodes } from "./create-discount-codes.ts";

export const createDiscountCodesProof = adminProof(createDiscountCodes, async (asker) => ({
  params: { id: (await madeDiscount(asker)).id },
  body: { count: 2, prefix: "THANKS-" },
}));
