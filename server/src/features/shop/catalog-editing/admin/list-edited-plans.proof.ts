import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listEditedPlans } from "./list-edited-plans.ts";

export const listEditedPlansProof = adminProof(listEditedPlans, () => ({ query: { status: "ACTIVE", q: "club", pageSize: "10" } }));
