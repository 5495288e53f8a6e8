import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listMembers } from "./list-members.ts";

export const listMembersProof = adminProof(listMembers, () => ({ query: { role: "OWNER", q: "ada", pageSize: "10" } }));
