import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { discountBody, madeDiscount } from "../../../../../../test/kit/discounts.ts";
import { replaceDiscount } from "./replace-discount.ts";

export const replaceDiscountProof = adminProof(replaceDiscount, async (asker) => {
  const { id, code, revision } = await madeDiscount(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: discountBody({ code, value: "20" }) };
});
