import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeProduct } from "../../../../../../test/kit/products.ts";
import { deleteProduct } from "./delete-product.ts";

export const deleteProductProof = adminProof(deleteProduct, async (asker) => {
  const { id, revision } = await madeProduct(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` } };
});
