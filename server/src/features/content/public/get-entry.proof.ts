import { proof } from "../../../../../test/kit/proof.ts";
import { getEntry } from "./get-entry.ts";

export const getEntryProof = proof(getEntry, "own", () => ({ params: { contentTypeSlug: "blog-post", slug: "first" } }));
