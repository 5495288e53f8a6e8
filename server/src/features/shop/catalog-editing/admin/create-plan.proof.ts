import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { planBody } from "../../../../../../test/kit/plans.ts";
import { createPlan } from "./create-plan.ts";

export const createPlanProof = adminProof(createPlan, ({ unique }) => ({ body: planBody(unique) }));
