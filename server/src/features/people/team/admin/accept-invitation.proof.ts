import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { invite } from "../../../../../../test/kit/invitations.ts";
import { acceptInvitation } from "./accept-invitation.ts";

export const acceptInvitationProof = adminProof(
  acceptInvitation,
  async ({ server, site }) => ({
    params: { token: (await invite(server, site)).token },
    body: { name: "Grace", password: "another long password" },
  }),
  { success: 201 },
);
