import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { invite } from "../../../../../../test/kit/invitations.ts";
import { listInvitations } from "./list-invitations.ts";

export const listInvitationsProof = adminProof(listInvitations, async ({ server, site }) => {
  await invite(server, site);
  return {};
});
