import { proof } from "../../../../../../test/kit/proof.ts";
import { getPage } from "./get-page.ts";

export const getPageProof = proof(getPage, "own", () => ({
  params: { slug: "guide" },
  query: { include: "self.entry,page,product,category" },
}));
