import { proof } from "../../../../../../test/kit/proof.ts";
import { listBlockTypes } from "./list-block-types.ts";

export const listBlockTypesProof = proof(listBlockTypes, "own");
