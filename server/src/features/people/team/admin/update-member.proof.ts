import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addMember } from "../../../../../../test/kit/admins.ts";
import { updateMember } from "./update-member.ts";

export const updateMemberProof = adminProof(updateMember, async ({ server, site }) => ({
  params: { id: (await addMember(server, site, "VIEWER")).id },
  headers: { "if-match": '"1"' },
  body: { role: "EDITOR" },
}));
