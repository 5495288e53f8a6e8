import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { exportSubmissions } from "./export-submissions.ts";

export const exportSubmissionsProof = adminProof(exportSubmissions, () => ({ params: { slug: "contact" } }));
