import { proof } from "../../../../../../test/kit/proof.ts";
import { productNotFound } from "../product.ts";
import { getProduct } from "./get-product.ts";

export const getProductProof = proof(getProduct, productNotFound, async ({ idOf }) => ({
  params: { id: await idOf("products", "fjell-chair") },
}));
