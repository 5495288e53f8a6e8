import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordBalanceChange } from "./balance-changes.ts";
import { codeContext, ensureSiteKey, hashCode, last4, newCode } from "./code.ts";

/** A card before it is made. */
export interface NewCard {
  /** In minor units. */
  amount: number;
  currency: string;
  expiresAt: Date | null;
  note: string;
  adminId: string | null;
  /** The unit of a line of an order that it was sold with. Null: the shop made it. */
  sold: { orderId: string; lineId: string; unit: number } | null;
  /** The code is stored until it has been mailed. */
  isToBeMailed: boolean;
  /** Absent: a random one. */
  code?: string;
}

type IssueContext = WriteContext & { secrets: KeyRing };

interface IssuedCard {
  id: string;
  code: string;
}

/** Makes gift cards. Resolves with their ids and codes, without those of units of orders that have their card. */
export async function issueCards(tx: Sql, ctx: IssueContext, siteId: string, cards: readonly NewCard[]): Promise<IssuedCard[]> {
  if (cards.length === 0) return [];
  const siteKey = await ensureSiteKey(tx, ctx, siteId);
  const issuedCards: IssuedCard[] = [];
  for (const card of cards) issuedCards.push(...(await issueCard(tx, ctx, siteId, siteKey, card)));
  return issuedCards;
}

async function issueCard(
  tx: Sql,
  ctx: IssueContext,
  siteId: string,
  siteKey: Uint8Array,
  { amount, currency, expiresAt, note, adminId, sold, isToBeMailed, code = newCode() }: NewCard,
): Promise<IssuedCard[]> {
  const { now, ids, secrets } = ctx;
  const id: string = ids.next();
  const sealed: Uint8Array | null = isToBeMailed ? secrets.seal(code, codeContext(siteId, id)) : null;
  const stored = await tx`
    insert into gift_cards (
      site_id, id, code_hash, last4, sealed_code, currency, initial_amount, balance, expires_at, order_id, line_id, unit, note, created_at, updated_at
    )
    values (
      ${siteId}, ${id}, ${hashCode(siteKey, code)}, ${last4(code)}, ${sealed}, ${currency}, ${amount}, ${amount}, ${expiresAt},
      ${sold?.orderId ?? null}, ${sold?.lineId ?? null}, ${sold?.unit ?? null}, ${note}, ${now}, ${now}
    )
    on conflict (site_id, line_id, unit) do nothing
    returning id`;
  if (stored.length === 0) return [];
  const orderId = sold?.orderId ?? null;
  await recordBalanceChange(tx, ctx, siteId, { cardId: id, kind: "ISSUED", amount, balance: amount, orderId, adminId });
  return [{ id, code }];
}

/** Gives a card a new code, which takes the place of the former one. Resolves with it. */
export async function replaceCode(
  tx: Sql,
  ctx: IssueContext,
  siteId: string,
  id: string,
  { isToBeMailed }: { isToBeMailed: boolean },
): Promise<string> {
  const { now, secrets } = ctx;
  const siteKey = await ensureSiteKey(tx, ctx, siteId);
  const code = newCode();
  const sealed: Uint8Array | null = isToBeMailed ? secrets.seal(code, codeContext(siteId, id)) : null;
  await tx`
    update gift_cards set
      code_hash = ${hashCode(siteKey, code)}, last4 = ${last4(code)}, sealed_code = ${sealed}, revision = revision + 1, updated_at = ${now}
    where site_id = ${siteId} and id = ${id}`;
  return code;
}
