import type { AdminIdentity, Membership } from "../../../../lib/admin/identity.ts";
import { demandRecentSignIn, missingPermission } from "../../../../lib/admin/demands.ts";
import { cappedPermissions, permissionsOf, type Permission, type Role } from "../../../../lib/admin/roles.ts";
import { problem, ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

export const lastOwner = problem("last_owner", 409, "A site needs an owner");
export const ownRole = problem("own_role", 403, "You cannot change your own role");

/**
 * Holds the members of a site until the transaction ends: of two owners who leave, or demote each other, at once one stays. Resolves with what the
 * sender may do at that moment, since another request may have changed their role. Throws `site_not_found` and `permission_missing`.
 */
export async function lockMembers(
  tx: Sql,
  { admin, member, site }: { admin: AdminIdentity; member: Membership; site: { id: string } },
): Promise<ReadonlySet<Permission>> {
  await lockSite(tx, site.id);
  const [storedSite] = await tx<{ id: string }>`select id from sites where id = ${site.id} and deleted_at is null`;
  if (!storedSite) throw new ProblemError(siteNotFound);
  if (member.hasEntered) return member.permissions;
  const [membership] = await tx<{ role: string }>`select role from members where site_id = ${site.id} and admin_id = ${admin.id}`;
  if (!membership) throw new ProblemError(siteNotFound);
  const { credential } = admin;
  return credential.kind === "TOKEN" ? cappedPermissions(membership.role as Role, credential.role) : permissionsOf(membership.role as Role);
}

/**
 * Whether the sender may give somebody the role, or take it away. Throws `permission_missing` with a right of the role that they lack themselves, and
 * `confirmation_needed` for ownership after an old sign-in.
 */
export function demandGrant(ownPermissions: ReadonlySet<Permission>, role: Role, admin: AdminIdentity, now: Date): void {
  const lacking = [...permissionsOf(role)].find((permission) => !ownPermissions.has(permission));
  if (lacking !== undefined) throw missingPermission(lacking);
  if (role === "OWNER") demandRecentSignIn(admin, now);
}

/** Throws `last_owner` if nobody but the person owns the site. Only certain while its members are held. */
export async function demandAnotherOwner(tx: Sql, siteId: string, adminId: string): Promise<void> {
  const [other] = await tx<{ id: string }>`
    select id from members where site_id = ${siteId} and role = 'OWNER' and admin_id <> ${adminId} limit 1`;
  if (!other) throw new ProblemError(lastOwner, { detail: "Make somebody else an owner first." });
}
