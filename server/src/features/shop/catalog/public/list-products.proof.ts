import { proof } from "../../../../../../test/kit/proof.ts";
import { listProducts } from "./list-products.ts";

export const listProductsProof = proof(listProducts, "own");
