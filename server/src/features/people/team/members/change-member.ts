import { mayGrant, permissionsOf, type Permission, type Role } from "../../../../lib/admin/roles.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";
import { conflictAbout, recordChange, type RecordedChange } from "../../audit/index.ts";
import { memberNotFound } from "./member.ts";

export interface SeenMember {
  id: string;
  name: string;
  role: Role;
  revision: number;
}

/** The member that a request changes, as its sender has seen them. Throws `member_not_found` and `revision_conflict`. */
export async function demandSeenMember(tx: Sql, siteId: string, id: string, seen: number): Promise<SeenMember> {
  const [member] = isUuid(id)
    ? await tx<Omit<SeenMember, "role"> & { role: string }>`
        select admins.id, admins.name, members.role, members.revision
        from members
        join admins on admins.id = members.admin_id
        where members.site_id = ${siteId} and members.admin_id = ${id}`
    : [];
  if (!member) throw new ProblemError(memberNotFound);
  if (member.revision !== seen) throw await conflictAbout(tx, siteId, { type: "member", id }, member.revision);
  return { ...member, role: member.role as Role };
}

/** Withdraws the invitations that a person made and could not make any more: their new role, or null for none, decides. */
export async function withdrawInvitations(
  tx: Sql,
  ctx: WriteContext,
  { actor, siteId, action }: Pick<RecordedChange, "actor" | "action"> & { siteId: string },
  adminId: string,
  role: Role | null,
): Promise<void> {
  const ownPermissions: ReadonlySet<Permission> = role === null ? new Set() : permissionsOf(role);
  const pending = await tx<{ id: string; email: string; role: string }>`
    select id, email, role from invitations where site_id = ${siteId} and invited_by = ${adminId}`;
  for (const { id, email, role: invited } of pending) {
    if (ownPermissions.has("members:write") && mayGrant(ownPermissions, invited as Role)) continue;
    await tx`delete from invitations where site_id = ${siteId} and id = ${id}`;
    await recordChange(tx, ctx, { actor, siteId, action, target: { type: "invitation", id, label: email }, removes: true });
  }
}
