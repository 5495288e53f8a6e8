import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import type { Saving } from "../../../lib/published/saving.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import type { NoticeFacts, NoticeKind } from "../notice-texts.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";

/** Records that a person changed the second factors of their account, and tells them by mail. The account is held. */
export async function recordChangeOfFactors<Kind extends NoticeKind>(
  tx: Sql,
  saving: Saving,
  request: { admin: AdminIdentity },
  { action, member, notice, facts }: { action: string; member: string; notice: Kind; facts: NoticeFacts[Kind] },
): Promise<void> {
  const { id } = request.admin;
  await tx`update admins set revision = revision + 1, updated_at = ${saving.now} where id = ${id}`;
  const target = { type: "admin", id };
  await recordChange(tx, saving, { actor: actorOf(request), siteId: null, action, target, changes: [{ member }] });
  await notifyAdmin(tx, saving, id, notice, facts);
}
