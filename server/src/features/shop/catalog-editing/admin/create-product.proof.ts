import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { productBody } from "../../../../../../test/kit/products.ts";
import { createProduct } from "./create-product.ts";

export const createProductProof = adminProof(createProduct, ({ unique }) => ({ body: productBody(unique) }));
