import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { addAccount } from "./add-account.ts";
import { addFirstMember } from "./add-member.ts";

/** Makes an account and the owner of a site of it. Resolves with its id; undefined when the address has an account. */
export async function addOwner(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  account: { email: string; passwordHash: string },
): Promise<string | undefined> {
  const adminId = await addAccount(tx, ctx, account);
  if (adminId === undefined) return undefined;
  await addFirstMember(tx, ctx, { siteId, adminId, role: "OWNER" });
  return adminId;
}
