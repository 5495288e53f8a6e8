import type { AdminIdentity, Membership } from "../../../../lib/admin/identity.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";
import { demandGrant, lockMembers } from "./grants.ts";
import { invitationNotFound, readInvitation, type Invitation } from "./invitation.ts";

/** An invitation that a request changes, with the site's members held. Its role asks the same rights as when it was made. */
export async function demandInvitation(
  tx: Sql,
  request: { admin: AdminIdentity; member: Membership; site: { id: string } },
  id: string,
  now: Date,
): Promise<Invitation> {
  const permissions = await lockMembers(tx, request);
  const invitation = await readInvitation(tx, request.site.id, id);
  if (!invitation) throw new ProblemError(invitationNotFound);
  demandGrant(permissions, invitation.role, request.admin, now);
  return invitation;
}
