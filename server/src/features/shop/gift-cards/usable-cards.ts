import { tooMany } from "../../../lib/http/problem.ts";
import { countAttempt, forgetAttempt } from "../../../lib/limits/attempts.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import { hashCode, isCodeForm, readSiteKey } from "./code.ts";

/** Requests of a client with a code that the site does not have. */
const guesses = { max: 20, windowSeconds: 15 * 60 };

/** A gift card whose code somebody has. Amounts in minor units. */
export interface OwnedCard {
  id: string;
  last4: string;
  currency: string;
  /** What is left for a new order. */
  balance: number;
  expiresAt: Date | null;
  /** Why nobody can pay with it. */
  unusable: "blocked" | "expired" | null;
}

/**
 * The card of each code; undefined where the site has none. `replaces`: a pending order whose amounts count as returned, because the next order takes its
 * place.
 */
export async function readCards(
  sql: Sql,
  secrets: KeyRing,
  siteId: string,
  codes: readonly string[],
  now: Date,
  { replaces = null }: { replaces?: string | null } = {},
): Promise<(OwnedCard | undefined)[]> {
  const siteKey = codes.length > 0 ? await readSiteKey(sql, secrets, siteId) : undefined;
  if (!siteKey) return codes.map(() => undefined);
  const hashes = codes.map((code) => (isCodeForm(code) ? hashCode(siteKey, code) : ""));
  const rows = await sql<Omit<OwnedCard, "unusable"> & { hash: string; isBlocked: boolean }>`
    select
      cards.id, cards.code_hash as hash, cards.last4, cards.currency, cards.expires_at as "expiresAt",
      cards.is_blocked or cards.voided_at is not null as "isBlocked",
      cards.balance + coalesce((
        select -sum(change.amount) from gift_card_changes as change
        join orders on orders.site_id = ${siteId} and orders.id = change.order_id and orders.status = 'PENDING'
        where change.site_id = ${siteId} and change.order_id = ${replaces}::uuid and change.card_id = cards.id
      ), 0)::int as balance
    from gift_cards as cards
    where cards.site_id = ${siteId} and cards.code_hash = any (${hashes}::text[])`;
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    if (!row) return undefined;
    const { hash: _hash, isBlocked, expiresAt, ...card } = row;
    const unusable = isBlocked ? "blocked" : expiresAt !== null && expiresAt <= now ? "expired" : null;
    return { ...card, expiresAt, unusable };
  });
}

/**
 * The same for codes of a stranger. The request counts as a guess before they are looked up, so that guesses at once cannot share an attempt; one whose
 * codes exist does not count. Throws `rate_limited`.
 */
export async function readGuessedCards(
  sql: Sql,
  secrets: KeyRing,
  siteId: string,
  { codes, client, replaces = null, now }: { codes: readonly string[]; client: string; replaces?: string | null; now: Date },
): Promise<(OwnedCard | undefined)[]> {
  if (codes.length === 0) return [];
  const what = `gift card from ${client}`;
  const { allowed, retryAfterSeconds } = await countAttempt(sql, siteId, what, guesses, now);
  if (!allowed) throw tooMany(retryAfterSeconds);
  const cards = await readCards(sql, secrets, siteId, codes, now, { replaces });
  if (!cards.includes(undefined)) await forgetAttempt(sql, siteId, what);
  return cards;
}
