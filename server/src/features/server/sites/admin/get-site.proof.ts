import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getSite } from "./get-site.ts";

export const getSiteProof = adminProof(getSite);
