import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { exportSite } from "./export-site.ts";

export const exportSiteProof = adminProof(exportSite);
