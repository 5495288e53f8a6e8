import type { Sql } from "../../../../ports/database.ts";

/** Whether the account asks for more than a password. Only certain while the transaction holds the account. */
export async function hasSecondFactor(tx: Sql, adminId: string): Promise<boolean> {
  const [admin] = await tx<{ has: boolean }>`
    select totp_confirmed_at is not null or exists (select from passkeys where passkeys.admin_id = admins.id) as has
    from admins
    where id = ${adminId}`;
  return admin?.has ?? false;
}
