import { proof } from "../../../../../../test/kit/proof.ts";
import { getEntry } from "./get-entry.ts";

export const getEntryProof = proof(getEntry, "own", () => ({
  params: { contentTypeSlug: "guide", slug: "guide" },
  query: { include: "self.entry,page,product,category" },
}));
