import { invalidMember } from "../../../../lib/http/problem.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange, type RecordedChange } from "../../audit/index.ts";
import { addAccount } from "../add-account.ts";
import { addFirstMember } from "../add-member.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";
import { mailFirstLink } from "../tasks/first-link.ts";

/** Makes the account with the address the owner of a new site, and the account too if there is none. A mail tells its person. */
export async function addOwnerByAddress(
  tx: Sql,
  ctx: WriteContext,
  by: Pick<RecordedChange, "actor" | "action">,
  { siteId, site, email }: { siteId: string; site: string; email: string },
): Promise<void> {
  const madeId = await addAccount(tx, ctx, { email, passwordHash: null });
  const [admin] = await tx<{ id: string; isDisabled: boolean }>`
    select id, disabled_at is not null as "isDisabled" from admins where email = ${email} for update`;
  if (!admin || admin.isDisabled) throw invalidMember("/owner", "disabled", "is the address of a disabled account: enable it first");
  await addFirstMember(tx, ctx, { siteId, adminId: admin.id, role: "OWNER" });
  if (madeId !== undefined) {
    await recordChange(tx, ctx, { ...by, siteId: null, target: { type: "admin", id: madeId } });
    await mailFirstLink(tx, ctx, madeId);
  } else await notifyAdmin(tx, ctx, admin.id, "site-opened", { site });
}
