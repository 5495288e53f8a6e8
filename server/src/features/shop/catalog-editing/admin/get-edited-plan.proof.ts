import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madePlan } from "../../../../../../test/kit/plans.ts";
import { getEditedPlan } from "./get-edited-plan.ts";

export const getEditedPlanProof = adminProof(getEditedPlan, async (asker) => ({ params: { id: (await madePlan(asker)).id } }));
