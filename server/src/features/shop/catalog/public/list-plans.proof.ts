import { proof } from "../../../../../../test/kit/proof.ts";
import { listPlans } from "./list-plans.ts";

export const listPlansProof = proof(listPlans, "own");
