import { proof } from "../../../../../test/kit/proof.ts";
import { getOpenApi } from "./get-open-api.ts";

export const getOpenApiProof = proof(getOpenApi, "same");
