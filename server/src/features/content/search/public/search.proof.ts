import { proof } from "../../../../../../test/kit/proof.ts";
import { search } from "./search.ts";

export const searchProof = proof(search, "own", () => ({ query: { q: "oak" } }));
