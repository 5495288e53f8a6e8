import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeCategory } from "../../../../../../test/kit/categories.ts";
import { updateCategory } from "./update-category.ts";

export const updateCategoryProof = adminProof(updateCategory, async (asker) => {
  const { id, revision } = await madeCategory(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: { title: "Other seats" } };
});
