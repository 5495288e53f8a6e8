import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madePlan, planBody } from "../../../../../../test/kit/plans.ts";
import { replacePlan } from "./replace-plan.ts";

export const replacePlanProof = adminProof(replacePlan, async (asker) => {
  const { id, slug, revision } = await madePlan(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: { ...planBody(asker.unique), slug, name: "Another club" } };
});
