import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listEditedCategories } from "./list-edited-categories.ts";

export const listEditedCategoriesProof = adminProof(listEditedCategories, () => ({
  query: { status: "ACTIVE", roots: "true", q: "seats", pageSize: "10" },
}));
