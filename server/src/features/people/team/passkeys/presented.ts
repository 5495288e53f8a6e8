import type { Sql } from "../../../../ports/database.ts";
import type { PresentedCredential } from "./credential.ts";
import { userHandle } from "./options.ts";

/** A stored passkey that a request claims to come from. */
export interface PresentedKey {
  id: string;
  adminId: string;
  publicKey: Uint8Array;
  counter: number;
}

/** The passkey that a credential names, if it is of the account that the challenge is for, or of any where it is for none. */
export async function findPresented(
  sql: Sql,
  { id, response }: PresentedCredential,
  onlyAdminId: string | null,
): Promise<PresentedKey | undefined> {
  const [key] = await sql<PresentedKey>`
    select passkeys.id, passkeys.admin_id as "adminId", passkeys.public_key as "publicKey", passkeys.counter::float8 as counter
    from passkeys
    join admins on admins.id = passkeys.admin_id and admins.disabled_at is null
    where passkeys.credential_id = ${Buffer.from(id, "base64url")}`;
  if (!key || (onlyAdminId !== null && key.adminId !== onlyAdminId)) return undefined;
  const { userHandle: handle } = response;
  // The account that the device believes to open.
  return handle === undefined || handle === null || handle === userHandle(key.adminId) ? key : undefined;
}

/**
 * Holds the account, and stores the counter that a device signed. False: the account was disabled, the passkey removed, or another answer of the
 * device was faster, as one of a copy would be.
 */
export async function notePasskeyUse(
  tx: Sql,
  key: PresentedKey,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const [lockedAdmin] = await tx<{ id: string }>`select id from admins where id = ${key.adminId} and disabled_at is null for update`;
  if (!lockedAdmin) return false;
  const noted = await tx<{ id: string }>`
    update passkeys set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = ${now}
    where id = ${key.id} and admin_id = ${key.adminId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`;
  return noted.length > 0;
}
