import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeCategory } from "../../../../../../test/kit/categories.ts";
import { moveCategory } from "./move-category.ts";

export const moveCategoryProof = adminProof(moveCategory, async (asker) => {
  const { id, revision } = await madeCategory(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: { parentId: null, position: 0 } };
});
