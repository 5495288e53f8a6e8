import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listSubmissions } from "./list-submissions.ts";

export const listSubmissionsProof = adminProof(listSubmissions, () => ({ params: { slug: "contact" } }));
