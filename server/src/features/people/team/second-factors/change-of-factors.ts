import type { AdminIdentity } from "../../../../lib/admin/identity.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import type { NoticeFacts, NoticeKind } from "../../../../lib/messages/messages.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";

/** Records that a person changed the second factors of their account, and tells them by mail. The account is held. */
export async function recordChangeOfFactors<Kind extends NoticeKind>(
  tx: Sql,
  ctx: WriteContext,
  request: { admin: AdminIdentity },
  { action, member, notice, facts }: { action: string; member: string; notice: Kind; facts: NoticeFacts[Kind] },
): Promise<void> {
  const { id } = request.admin;
  await tx`update admins set revision = revision + 1, updated_at = ${ctx.now} where id = ${id}`;
  const target = { type: "admin", id };
  await recordChange(tx, ctx, { actor: actorOf(request), siteId: null, action, target, changes: [{ member }] });
  await notifyAdmin(tx, ctx, id, notice, facts);
}
