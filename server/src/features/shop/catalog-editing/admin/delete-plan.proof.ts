import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madePlan } from "../../../../../../test/kit/plans.ts";
import { deletePlan } from "./delete-plan.ts";

export const deletePlanProof = adminProof(deletePlan, async (asker) => {
  const { id, revision } = await madePlan(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` } };
});
