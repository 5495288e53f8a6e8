import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listAudit } from "./list-audit.ts";

export const listAuditProof = adminProof(listAudit, () => ({ query: { target: "site", pageSize: "10" } }));
