import { createHmac, randomBytes } from "node:crypto";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Ids } from "../../../ports/ids.ts";
import type { Sql } from "../../../ports/database.ts";

/** Without letters and digits that people confuse: 32, so that each is five bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 16;

/** A code of 80 random bits, in groups of four. */
export function newCode(): string {
  const letters = [...randomBytes(codeLength)].map((byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/** What a code is compared by: people write it without case, with or without hyphens and spaces. */
function codeKey(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, "");
}

export const last4 = (code: string): string => codeKey(code).slice(-4);

/** Whether a text has the form of a code. */
export const isCodeForm = (code: string): boolean => codeKey(code).length === codeLength;

/** The stored form of a code. */
export function hashCode(siteKey: Uint8Array, code: string): string {
  return createHmac("sha256", siteKey).update(codeKey(code)).digest("hex");
}

/**
 * The key with which a site's codes are hashed. It is random, and encrypted with SECRET_KEY: hashed with SECRET_KEY itself, all cards would be worthless
 * with a new one. Undefined: the site has no gift card.
 */
export async function readSiteKey(sql: Sql, secrets: KeyRing, siteId: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ key: Uint8Array }>`select key from gift_card_keys where site_id = ${siteId}`;
  return row && Buffer.from(secrets.open(row.key, keyContext(siteId)), "base64");
}

/** The same; makes it for the first card of a site. */
export async function ensureSiteKey(tx: Sql, { ids, secrets }: { ids: Ids; secrets: KeyRing }, siteId: string): Promise<Uint8Array> {
  const existing = await readSiteKey(tx, secrets, siteId);
  if (existing) return existing;
  const sealed: Uint8Array = secrets.seal(randomBytes(32).toString("base64"), keyContext(siteId));
  await tx`
    insert into gift_card_keys (site_id, id, key) values (${siteId}, ${ids.next()}, ${sealed})
    on conflict (site_id) do nothing`;
  const key = await readSiteKey(tx, secrets, siteId);
  if (!key) throw new Error("A key for gift cards that was just stored is not there.");
  return key;
}

const keyContext = (siteId: string): string => `gift cards/${siteId}`;

/** Binds the code of a card that has not been mailed to its row. */
export const codeContext = (siteId: string, cardId: string): string => `gift cards/${siteId}/${cardId}`;

/** Re-encrypts the sites' keys, and codes that have not been mailed, under the ring's first key. Resolves with their number. */
export async function resealGiftCards(tx: Sql, secrets: KeyRing): Promise<number> {
  const sites = await tx<{ siteId: string }>`select site_id as "siteId" from gift_card_keys order by site_id`;
  let resealed = 0;
  for (const { siteId } of sites) {
    // Site by site: a statement that locks reaches only one.
    const [row] = await tx<{ key: Uint8Array }>`select key from gift_card_keys where site_id = ${siteId} for no key update`;
    if (row && !secrets.isCurrent(row.key)) {
      const key: Uint8Array = secrets.seal(secrets.open(row.key, keyContext(siteId)), keyContext(siteId));
      await tx`update gift_card_keys set key = ${key} where site_id = ${siteId}`;
      resealed += 1;
    }
    const cards = await tx<{ id: string; code: Uint8Array | null }>`
      select id, sealed_code as code from gift_cards where site_id = ${siteId} and sealed_code is not null order by id for no key update`;
    for (const { id, code } of cards) {
      if (!code || secrets.isCurrent(code)) continue;
      const sealed: Uint8Array = secrets.seal(secrets.open(code, codeContext(siteId, id)), codeContext(siteId, id));
      await tx`update gift_cards set sealed_code = ${sealed} where site_id = ${siteId} and id = ${id}`;
      resealed += 1;
    }
  }
  return resealed;
}
