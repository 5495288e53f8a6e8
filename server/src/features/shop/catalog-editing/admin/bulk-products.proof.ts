import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeProduct } from "../../../../../../test/kit/products.ts";
import { bulkProducts } from "./bulk-products.ts";

export const bulkProductsProof = adminProof(bulkProducts, async (asker) => {
  const { id, revision } = await madeProduct(asker);
  return { body: { action: "set-price", items: [{ id, revision }], percent: "-12.5" } };
});
