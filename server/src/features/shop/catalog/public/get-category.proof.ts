import { proof } from "../../../../../../test/kit/proof.ts";
import { categoryNotFound } from "../category.ts";
import { getCategory } from "./get-category.ts";

export const getCategoryProof = proof(getCategory, categoryNotFound, async ({ idOf }) => ({
  params: { id: await idOf("categories", "chairs") },
}));
