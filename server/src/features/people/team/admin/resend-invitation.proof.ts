import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { invite, removeInvitations } from "../../../../../../test/kit/invitations.ts";
import { resendInvitation } from "./resend-invitation.ts";

export const resendInvitationProof = adminProof(resendInvitation, async ({ server, site }) => {
  await removeInvitations(server, site);
  return { params: { id: (await invite(server, site)).id } };
});
