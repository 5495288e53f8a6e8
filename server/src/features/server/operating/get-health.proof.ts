import { proof } from "../../../../../test/kit/proof.ts";
import { getHealth } from "./get-health.ts";

export const getHealthProof = proof(getHealth, "same");
