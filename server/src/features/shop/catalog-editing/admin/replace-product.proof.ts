import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeProduct, productBody } from "../../../../../../test/kit/products.ts";
import { replaceProduct } from "./replace-product.ts";

export const replaceProductProof = adminProof(replaceProduct, async (asker) => {
  const { id, revision } = await madeProduct(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: { ...productBody(asker.unique), title: "Another stool" } };
});
