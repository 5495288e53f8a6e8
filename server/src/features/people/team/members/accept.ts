import { ProblemError, problem } from "../../../../lib/http/problem.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { sha256 } from "../../../../lib/secrets/secret.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { invitationNotFound } from "./invitation.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

export const invitationForAnother = problem("invitation_for_another", 403, "The invitation was sent to another address");

/**
 * Uses the invitation of a link up, and makes the account, which the transaction holds, a member. Of two at once one gets there. Throws
 * `invitation_not_found`, and `invitation_for_another` unless the address is the account's.
 */
export async function acceptFor(
  tx: Sql,
  ctx: WriteContext,
  secret: string,
  account: { id: string; name: string; email: string },
): Promise<void> {
  const { now, ids } = ctx;
  const [used] = await tx<{ siteId: string; role: string; email: string }>`
    delete from invitations where token_hash = ${sha256(secret)} and expires_at > ${now}
    returning site_id as "siteId", role, email`;
  if (!used) throw new ProblemError(invitationNotFound);
  if (used.email !== account.email) throw new ProblemError(invitationForAnother, { detail: "Sign in with the account of that address." });
  const { siteId, role } = used;
  await lockSite(tx, siteId);
  const [site] = await tx<{ id: string }>`select id from sites where id = ${siteId} and deleted_at is null`;
  if (!site) throw new ProblemError(invitationNotFound);
  // A member by another way keeps the role: the invitation is older.
  const added = await tx<{ id: string }>`
    insert into members (site_id, id, admin_id, role, created_at) values (${siteId}, ${ids.next()}, ${account.id}, ${role}, ${now})
    on conflict (site_id, admin_id) do nothing
    returning id`;
  if (added.length === 0) return;
  const target = { type: "member", id: account.id, label: account.name, revision: 1 };
  const actor = { kind: "SESSION", adminId: account.id } as const;
  await recordChange(tx, ctx, { actor, siteId, action: "acceptInvitation", target, changes: [{ member: "role", to: role }] });
}
