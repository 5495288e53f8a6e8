import { proof } from "../../../../../test/kit/proof.ts";
import { getReadiness } from "./get-readiness.ts";

export const getReadinessProof = proof(getReadiness, "same");
