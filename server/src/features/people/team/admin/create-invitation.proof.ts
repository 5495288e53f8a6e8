import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { removeInvitations } from "../../../../../../test/kit/invitations.ts";
import { createInvitation } from "./create-invitation.ts";

export const createInvitationProof = adminProof(createInvitation, async ({ server, site, unique }) => {
  await removeInvitations(server, site);
  return { body: { email: `${unique}@example.com`, role: "EDITOR" } };
});
