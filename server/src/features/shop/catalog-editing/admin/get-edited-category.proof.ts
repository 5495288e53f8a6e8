import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeCategory } from "../../../../../../test/kit/categories.ts";
import { getEditedCategory } from "./get-edited-category.ts";

export const getEditedCategoryProof = adminProof(getEditedCategory, async (asker) => ({ params: { id: (await madeCategory(asker)).id } }));
