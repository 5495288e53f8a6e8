import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { addAccount } from "./add-account.ts";
import { addFirstMember } from "./add-member.ts";

/**
 * The first owner of a site who may sign in; made, with an account that has no password yet, if the site has no owner at all. Undefined: its
 * owners are disabled, or the address has an account that owns something else.
 */
export async function ensureOwner(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { email, name, action }: { email: string; name: string; action: string },
): Promise<string | undefined> {
  const owners = await tx<{ id: string; isDisabled: boolean }>`
    select admins.id, admins.disabled_at is not null as "isDisabled"
    from members
    join admins on admins.id = members.admin_id
    where members.site_id = ${siteId} and members.role = 'OWNER'
    order by members.created_at, members.id`;
  if (owners.length > 0) return owners.find(({ isDisabled }) => !isDisabled)?.id;
  const id = await addAccount(tx, ctx, { email, name, passwordHash: null });
  if (id === undefined) return undefined;
  await addFirstMember(tx, ctx, { siteId, adminId: id, role: "OWNER" });
  const actor = { kind: "CLI" } as const;
  await recordChange(tx, ctx, { actor, siteId: null, action, target: { type: "admin", id } });
  const changes = [{ member: "role", to: "OWNER" }];
  await recordChange(tx, ctx, { actor, siteId, action, target: { type: "member", id, label: name }, changes });
  return id;
}
