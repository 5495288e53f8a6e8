import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { searchSite } from "./search-site.ts";

export const searchSiteProof = adminProof(searchSite, () => ({ query: { q: "team" } }));
