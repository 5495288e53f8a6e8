import { proof } from "../../../../../../test/kit/proof.ts";
import { listCategories } from "./list-categories.ts";

export const listCategoriesProof = proof(listCategories, "own");
