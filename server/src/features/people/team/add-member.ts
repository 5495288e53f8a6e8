import type { Role } from "../../../lib/admin/roles.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

/** Makes an account a member of a site that has no members but those that the same transaction made. */
export async function addFirstMember(
  tx: Sql,
  { now, ids }: WriteContext,
  { siteId, adminId, role }: { siteId: string; adminId: string; role: Role },
): Promise<void> {
  await tx`
    insert into members (site_id, id, admin_id, role, created_at) values (${siteId}, ${ids.next()}, ${adminId}, ${role}, ${now})`;
}

/** How many sites an account owns, deleted ones that are still kept among them. Exact while the account is held. */
export async function countOwned(tx: Sql, adminId: string): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from members where members.admin_id = ${adminId} and members.role = 'OWNER'`;
  return row?.count ?? 0;
}
