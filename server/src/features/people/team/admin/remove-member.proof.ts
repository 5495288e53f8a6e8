import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addMember, isMember } from "../../../../../../test/kit/admins.ts";
import { removeMember } from "./remove-member.ts";

/** The sender leaves; an operator, who is not a member, removes somebody. */
export const removeMemberProof = adminProof(removeMember, async ({ server, site, sender }) => {
  const isOwn = await isMember(server, site, sender.id);
  return { params: { id: isOwn ? sender.id : (await addMember(server, site, "VIEWER")).id }, headers: { "if-match": '"1"' } };
});
