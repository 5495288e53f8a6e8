import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeDiscount } from "../../../../../../test/kit/discounts.ts";
import { deleteDiscount } from "./delete-discount.ts";

export const deleteDiscountProof = adminProof(deleteDiscount, async (asker) => {
  const { id, revision } = await madeDiscount(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` } };
});
