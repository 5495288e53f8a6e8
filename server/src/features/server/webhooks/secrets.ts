import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";

/** The secrets of an endpoint, as they are stored. */
export interface SealedSecrets {
  id: string;
  siteId: string;
  secret: Uint8Array;
  formerSecret: Uint8Array | null;
  formerSecretUntil: Date | null;
}

/** For so long after a rotation the former secret signs, too. */
export const bothSignMs = 24 * 60 * 60_000;

/** Binds a ciphertext to its row: it cannot be decrypted in another one's. */
export function sealContext(siteId: string, webhookId: string): string {
  return `webhooks/${siteId}/${webhookId}`;
}

/** The secrets that sign at the time, the current one first. */
export function openSecrets(secrets: KeyRing, { id, siteId, secret, formerSecret, formerSecretUntil }: SealedSecrets, now: Date): string[] {
  const context = sealContext(siteId, id);
  const former = formerSecret && formerSecretUntil && formerSecretUntil > now ? [formerSecret] : [];
  return [secret, ...former].map((sealed) => secrets.open(sealed, context));
}

/** Re-encrypts the secrets of all endpoints under the ring's first key. Resolves with the number of endpoints. */
export async function resealWebhookSecrets(tx: Sql, secrets: KeyRing): Promise<number> {
  const rows = await tx<{ siteId: string; id: string }>`select site_id as "siteId", id from webhooks order by site_id, id`;
  let resealed = 0;
  for (const { siteId, id } of rows) {
    // Locked one by one: a statement that locks reaches only one site.
    const [row] = await tx<{ secret: Uint8Array; formerSecret: Uint8Array | null }>`
      select secret, former_secret as "formerSecret" from webhooks where site_id = ${siteId} and id = ${id} for no key update`;
    if (!row || [row.secret, row.formerSecret].every((sealed) => sealed === null || secrets.isCurrent(sealed))) continue;
    const context = sealContext(siteId, id);
    const reseal = (sealed: Uint8Array) => secrets.seal(secrets.open(sealed, context), context);
    const secret: Uint8Array = reseal(row.secret);
    const formerSecret: Uint8Array | null = row.formerSecret && reseal(row.formerSecret);
    await tx`
      update webhooks set secret = ${secret}, former_secret = ${formerSecret}
      where site_id = ${siteId} and id = ${id}`;
    resealed += 1;
  }
  return resealed;
}
