import { proof } from "../../../../../../test/kit/proof.ts";
import { getProductBySlug } from "./get-product-by-slug.ts";

export const getProductBySlugProof = proof(getProductBySlug, "own", () => ({ params: { slug: "fjell-chair" } }));
