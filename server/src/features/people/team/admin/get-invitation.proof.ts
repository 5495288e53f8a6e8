import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { invite } from "../../../../../../test/kit/invitations.ts";
import { getInvitation } from "./get-invitation.ts";

export const getInvitationProof = adminProof(getInvitation, async ({ server, site }) => ({
  params: { id: (await invite(server, site)).id },
}));
