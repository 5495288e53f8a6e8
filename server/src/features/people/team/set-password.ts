import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { endSessions } from "./sessions.ts";
import { notifyAdmin } from "./tasks/admin-notice.ts";

/**
 * Stores the password of an account that the transaction holds, and ends its sessions, but one if that is named. Pending links are worth nothing
 * from then on: a change of the address that was asked for before need not be the wish of the person who knows the new password.
 */
export async function setPassword(
  tx: Sql,
  ctx: WriteContext,
  adminId: string,
  passwordHash: string,
  { action, keptSessionId = null }: { action: string; keptSessionId?: string | null },
): Promise<void> {
  const { now } = ctx;
  await tx`
    update admins set password_hash = ${passwordHash}, revision = revision + 1, updated_at = ${now} where id = ${adminId}`;
  await tx`delete from admin_links where admin_id = ${adminId} and used_at is null`;
  await endSessions(tx, adminId, "PASSWORD", now, keptSessionId);
  const target = { type: "admin", id: adminId };
  await recordChange(tx, ctx, { actor: { kind: "SESSION", adminId }, siteId: null, action, target, changes: [{ member: "password" }] });
  await notifyAdmin(tx, ctx, adminId, "password-changed", {});
}
