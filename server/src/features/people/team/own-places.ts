import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { cappedPermissions, permissionsOf, type Permission, type Role } from "../../../lib/admin/roles.ts";
import type { Sql } from "../../../ports/database.ts";

/** A site that a person may act in, as their credential opens it. */
export interface OwnPlace {
  slug: string;
  name: string;
  /** OWNER for an operator who has entered the site. */
  role: Role;
  /** The role's permissions, limited to those that the credential allows. */
  permissions: Permission[];
  hasEntered: boolean;
  suspendedAt: Date | null;
  deletedAt: Date | null;
  createdAt: Date;
}

type Row = Omit<OwnPlace, "role" | "permissions"> & { memberRole: string | null };

/** The sites of which a person is a member, and those that they have entered as an operator, by name. Deleted ones are among them. */
export async function readOwnPlaces(
  sql: Sql,
  { id, credential }: Pick<AdminIdentity, "id" | "credential">,
  now: Date,
): Promise<OwnPlace[]> {
  const onlySiteId = credential.kind === "TOKEN" ? credential.siteId : null;
  const rows = await sql<Row>`
    select
      sites.slug, sites.name, members.role as "memberRole", entries.site_id is not null as "hasEntered",
      sites.suspended_at as "suspendedAt", sites.deleted_at as "deletedAt", sites.created_at as "createdAt"
    from sites
    left join members on members.site_id = sites.id and members.admin_id = ${id}
    left join lateral (
      select operator_entries.site_id
      from operator_entries
      join admins on admins.id = operator_entries.admin_id and admins.is_operator
      where operator_entries.admin_id = ${id} and operator_entries.site_id = sites.id and operator_entries.expires_at > ${now}
      limit 1
    ) as entries on true
    where sites.id in (
        select members.site_id from members where members.admin_id = ${id}
        union all
        select operator_entries.site_id from operator_entries where operator_entries.admin_id = ${id} and operator_entries.expires_at > ${now}
      )
      and (members.role is not null or entries.site_id is not null)
      and (${onlySiteId}::uuid is null or sites.id = ${onlySiteId}::uuid)
    order by sites.name, sites.slug`;
  return rows.map(({ memberRole, ...place }) => {
    const role = place.hasEntered ? "OWNER" : (memberRole as Role);
    const permissions = credential.kind === "TOKEN" ? cappedPermissions(role, credential.role) : permissionsOf(role);
    return { ...place, role, permissions: [...permissions] };
  });
}
