import { proof } from "../../../../../../test/kit/proof.ts";
import { listEntries } from "./list-entries.ts";

export const listEntriesProof = proof(listEntries, "own", () => ({
  params: { contentTypeSlug: "guide" },
  query: { include: "entry,product" },
}));
