import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { categoryBody } from "../../../../../../test/kit/categories.ts";
import { createCategory } from "./create-category.ts";

export const createCategoryProof = adminProof(createCategory, ({ unique }) => ({ body: categoryBody(unique) }));
