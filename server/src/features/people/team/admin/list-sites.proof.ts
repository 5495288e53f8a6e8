import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listSites } from "./list-sites.ts";

export const listSitesProof = adminProof(listSites);
