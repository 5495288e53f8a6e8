import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { sessionInvalid } from "../../../lib/admin/refusals.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";

/**
 * Holds the account of a request's session until the transaction ends. A new password ends all sessions while it holds the account too, so that
 * nothing is given to a session that has ended meanwhile. Throws `session_invalid`.
 */
export async function lockAccount(tx: Sql, { id, credential }: Pick<AdminIdentity, "id" | "credential">): Promise<void> {
  const [lockedAdmin] = await tx<{ id: string }>`select id from admins where id = ${id} and disabled_at is null for update`;
  const [current] = lockedAdmin
    ? await tx<{ id: string }>`select id from admin_sessions where id = ${credential.id} and admin_id = ${id} and ended_at is null`
    : [];
  if (!current) throw new ProblemError(sessionInvalid);
}
