import { proof } from "../../../../../../test/kit/proof.ts";
import { getCategoryBySlug } from "./get-category-by-slug.ts";

export const getCategoryBySlugProof = proof(getCategoryBySlug, "own", () => ({ params: { slug: "chairs" } }));
