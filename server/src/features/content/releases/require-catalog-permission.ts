import { demandPermission } from "../../../lib/admin/demands.ts";
import type { Membership } from "../../../lib/admin/identity.ts";
import type { Sql } from "../../../ports/database.ts";

/** Throws `permission_missing` if a release changes the shop, and the member may not. */
export async function demandShop(
  tx: Sql,
  { site, member }: { site: { id: string }; member: Pick<Membership, "permissions"> },
  releaseId: string,
): Promise<void> {
  const [change] = await tx<{ id: string }>`
    select id from release_changes where site_id = ${site.id} and release_id = ${releaseId} limit 1`;
  if (change) demandPermission(member, "catalog:write");
}
