import type { KeyRing } from "../../../../lib/secrets/secret.ts";
import type { Sql } from "../../../../ports/database.ts";
import { openTotpSecret, sealTotpSecret } from "./totp.ts";

/** Re-encrypts the secrets of authenticator apps under the ring's first key. Resolves with their number. */
export async function resealTotpSecrets(tx: Sql, secrets: KeyRing): Promise<number> {
  const rows = await tx<{ id: string; sealed: Uint8Array }>`
    select id, totp_secret as sealed from admins where totp_secret is not null order by id for update`;
  const old = rows.filter(({ sealed }) => !secrets.isCurrent(sealed));
  for (const { id, sealed } of old) {
    const fresh = sealTotpSecret(secrets, id, openTotpSecret(secrets, id, sealed));
    await tx`update admins set totp_secret = ${fresh} where id = ${id}`;
  }
  return old.length;
}
