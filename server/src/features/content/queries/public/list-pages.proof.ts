import { proof } from "../../../../../../test/kit/proof.ts";
import { listPages } from "./list-pages.ts";

export const listPagesProof = proof(listPages, "own", () => ({ query: { include: "entry,product" } }));
