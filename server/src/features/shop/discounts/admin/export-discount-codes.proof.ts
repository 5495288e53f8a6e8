import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeDiscount } from "../../../../../../test/kit/discounts.ts";
import { exportDiscountCodes } from "./export-discount-codes.ts";

export const exportDiscountCodesProof = adminProof(exportDiscountCodes, async (asker) => ({
  params: { id: (await madeDiscount(asker)).id },
}));
