import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Database } from "../../../ports/database.ts";
import { usePasswordLink } from "./admin-links.ts";
import { setPassword } from "./set-password.ts";

/** Sets the password of an admin by the secret of a link. False: the secret was used meanwhile, or the account disabled. */
export async function resetPassword(
  sql: Database,
  ctx: WriteContext,
  adminId: string,
  secret: string,
  passwordHash: string,
): Promise<boolean> {
  const { now } = ctx;
  return sql.begin(async (tx) => {
    // The account first, as everywhere: a sign-in with the old password has its session by now, which ends here, or waits, and gets none.
    const [admin] = await tx<{ id: string }>`select id from admins where id = ${adminId} and disabled_at is null for update`;
    if (!admin || !(await usePasswordLink(tx, secret, now))) return false;
    await setPassword(tx, ctx, adminId, passwordHash, { action: "confirmPasswordReset" });
    await tx`update admin_tokens set revoked_at = ${now} where admin_id = ${adminId} and revoked_at is null`;
    return true;
  });
}
