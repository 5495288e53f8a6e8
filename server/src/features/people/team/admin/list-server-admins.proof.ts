import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listServerAdmins } from "./list-server-admins.ts";

export const listServerAdminsProof = adminProof(listServerAdmins, () => ({
  query: { q: "ada", isOperator: "false", isDisabled: "false", pageSize: "10" },
}));
