import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeCategory } from "../../../../../../test/kit/categories.ts";
import { deleteCategory } from "./delete-category.ts";

export const deleteCategoryProof = adminProof(deleteCategory, async (asker) => {
  const { id, revision } = await madeCategory(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` } };
});
