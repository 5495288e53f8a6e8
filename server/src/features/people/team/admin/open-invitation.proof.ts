import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { invite } from "../../../../../../test/kit/invitations.ts";
import { openInvitation } from "./open-invitation.ts";

export const openInvitationProof = adminProof(openInvitation, async ({ server, site }) => ({
  params: { token: (await invite(server, site)).token },
}));
