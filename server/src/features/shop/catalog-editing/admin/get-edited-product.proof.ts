import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeProduct } from "../../../../../../test/kit/products.ts";
import { getEditedProduct } from "./get-edited-product.ts";

export const getEditedProductProof = adminProof(getEditedProduct, async (asker) => ({ params: { id: (await madeProduct(asker)).id } }));
