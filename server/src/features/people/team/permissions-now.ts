import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { cappedPermissions, permissionsOf, type Permission, type Role } from "../../../lib/admin/roles.ts";
import type { Sql } from "../../../ports/database.ts";
import { idleMs } from "./session-times.ts";

/** A credential that was admitted to a site, and is still in use. */
export interface AdmittedCredential {
  kind: AdminIdentity["credential"]["kind"];
  id: string;
  siteId: string;
}

/**
 * The permissions of each credential in its site at this moment, in one statement, by the rules of an admission. Undefined: it has ended, or its person has
 * no place in the site.
 */
export async function permissionsNow(
  sql: Sql,
  credentials: readonly AdmittedCredential[],
  now: Date,
): Promise<(ReadonlySet<Permission> | undefined)[]> {
  const rows = await sql<{ place: number; role: string | null; hasEntered: boolean; cap: string | null }>`
    select watched.place::int - 1 as place, members.role, entry."hasEntered", admin_tokens.role as cap
    from unnest(
      ${credentials.map(({ kind }) => kind)}::text[],
      ${credentials.map(({ id }) => id)}::uuid[],
      ${credentials.map(({ siteId }) => siteId)}::uuid[]
    ) with ordinality as watched (kind, credential_id, site_id, place)
    left join admin_sessions on watched.kind = 'SESSION' and admin_sessions.id = watched.credential_id
      and admin_sessions.state = 'FULL' and admin_sessions.ended_at is null
      and admin_sessions.expires_at > ${now} and admin_sessions.last_seen_at > ${new Date(now.getTime() - idleMs)}
    left join admin_tokens on watched.kind = 'TOKEN' and admin_tokens.id = watched.credential_id
      and admin_tokens.revoked_at is null and admin_tokens.expires_at > ${now}
      and (admin_tokens.site_id is null or admin_tokens.site_id = watched.site_id)
    join admins on admins.id = coalesce(admin_sessions.admin_id, admin_tokens.admin_id) and admins.disabled_at is null
    join sites on sites.id = watched.site_id and sites.deleted_at is null
      and (
        (sites.settings #>> '{team,requireSecondFactor}') is distinct from 'true'
        or admins.totp_confirmed_at is not null
        or exists (select from passkeys where passkeys.admin_id = admins.id)
      )
    left join members on members.site_id = sites.id and members.admin_id = admins.id
    cross join lateral (
      select
        admins.is_operator
        and exists (
          select from operator_entries
          where operator_entries.admin_id = admins.id and operator_entries.site_id = sites.id and operator_entries.expires_at > ${now}
        ) as "hasEntered"
    ) as entry`;
  const permissions: (ReadonlySet<Permission> | undefined)[] = credentials.map(() => undefined);
  for (const { place, role: memberRole, hasEntered, cap } of rows) {
    const role = hasEntered ? "OWNER" : (memberRole as Role | null);
    if (role) permissions[place] = cap === null ? permissionsOf(role) : cappedPermissions(role, cap as Role);
  }
  return permissions;
}
