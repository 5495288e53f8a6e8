import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { invite } from "../../../../../../test/kit/invitations.ts";
import { removeInvitation } from "./remove-invitation.ts";

export const removeInvitationProof = adminProof(removeInvitation, async ({ server, site }) => ({
  params: { id: (await invite(server, site)).id },
}));
