import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeProduct } from "../../../../../../test/kit/products.ts";
import { duplicateProduct } from "./duplicate-product.ts";

export const duplicateProductProof = adminProof(duplicateProduct, async (asker) => ({
  params: { id: (await madeProduct(asker)).id },
  body: { slug: `copy-${asker.unique}` },
}));
