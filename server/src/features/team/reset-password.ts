import type { Saving } from "../../lib/published/saving.ts";
import type { Database, Sql } from "../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { usePasswordLink } from "./admin-links.ts";
import { endSessions } from "./sessions.ts";
import { notifyAdmin } from "./tasks/admin-notice.ts";

/** Sets the password of an admin by the secret of a link. False: the secret was used meanwhile, or the account disabled. */
export async function resetPassword(
  sql: Database,
  saving: Saving,
  adminId: string,
  secret: string,
  passwordHash: string,
): Promise<boolean> {
  const { now } = saving;
  return sql.begin(async (tx) => {
    // The account first, as everywhere: a sign-in with the old password has its session by now, which ends here, or waits, and gets none.
    const [admin] = await tx<{ id: string }>`select id from admins where id = ${adminId} and disabled_at is null for update`;
    if (!admin || !(await usePasswordLink(tx, secret, now))) return false;
    await tx`
      update admins set password_hash = ${passwordHash}, revision = revision + 1, updated_at = ${now} where id = ${adminId}`;
    // A change of the address that was asked for before need not be the wish of the person who reads the mail.
    await tx`delete from admin_links where admin_id = ${adminId} and used_at is null`;
    await endSessions(tx, adminId, "PASSWORD", now);
    await revokeTokens(tx, adminId, now);
    const target = { type: "admin", id: adminId };
    const changes = [{ member: "password" }];
    await recordChange(tx, saving, { actor: { kind: "SESSION", adminId }, siteId: null, action: "confirmPasswordReset", target, changes });
    await notifyAdmin(tx, saving, adminId, "password-changed", {});
    return true;
  });
}

async function revokeTokens(tx: Sql, adminId: string, now: Date): Promise<void> {
  await tx`update admin_tokens set revoked_at = ${now} where admin_id = ${adminId} and revoked_at is null`;
}
