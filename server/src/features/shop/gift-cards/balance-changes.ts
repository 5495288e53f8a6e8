import { shared } from "../../../../../client/src/round.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

export const changeKinds = ["ISSUED", "REDEEMED", "RETURNED", "REFUNDED", "ADJUSTED", "VOIDED"] as const;
type ChangeKind = (typeof changeKinds)[number];

/** An amount of a card, in minor units. */
export interface CardAmount {
  id: string;
  amount: number;
}

/** A change of a card's balance, for its history. */
interface BalanceChange {
  cardId: string;
  kind: ChangeKind;
  /** Below 0: it was spent. */
  amount: number;
  /** After it. */
  balance: number;
  orderId: string | null;
  adminId?: string | null;
  reason?: string | null;
}

/** Adds a change to the history of a card, whose balance the caller has changed in the same transaction. */
export async function recordBalanceChange(tx: Sql, { now, ids }: WriteContext, siteId: string, change: BalanceChange): Promise<void> {
  const { cardId, kind, amount, balance, orderId, adminId = null, reason = null } = change;
  await tx`
    insert into gift_card_changes (site_id, id, card_id, at, kind, amount, balance, order_id, admin_id, reason)
    values (${siteId}, ${ids.next()}, ${cardId}, ${now}, ${kind}, ${amount}, ${balance}, ${orderId}, ${adminId}, ${reason})`;
}

/**
 * Pays a new order with gift cards, in the order of their ids as everywhere, so that no two orders deadlock: by a statement each that decides for all
 * processes, so that a hundred orders at once do not spend a cent twice. False: one of them has too little, is blocked or has expired; then the transaction
 * must be undone.
 */
export async function redeemCards(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  cards: readonly CardAmount[],
): Promise<boolean> {
  for (const { id, amount } of sortedById(cards)) {
    const [card] = await tx<{ balance: number }>`
      update gift_cards set balance = balance - ${amount}::int, updated_at = ${ctx.now}
      where site_id = ${siteId} and id = ${id} and balance >= ${amount}::int
        and not is_blocked and voided_at is null and (expires_at is null or expires_at > ${ctx.now})
      returning balance`;
    if (!card) return false;
    await recordBalanceChange(tx, ctx, siteId, { cardId: id, kind: "REDEEMED", amount: -amount, balance: card.balance, orderId });
  }
  return true;
}

/** A cancelled order gives back what cards paid. The caller has locked the order. */
export async function returnCards(tx: Sql, ctx: WriteContext, siteId: string, orderId: string): Promise<void> {
  await creditCards(tx, ctx, siteId, await readUsed(tx, siteId, orderId), { kind: "RETURNED", orderId });
}

/** An order that was cancelled and is paid after all takes again what the cards were to pay. False: it is spent. */
export async function redeemAgain(tx: Sql, ctx: WriteContext, siteId: string, orderId: string): Promise<boolean> {
  const redeemed = await tx<{ id: string; amount: number | null }>`
    select card_id as id, (-sum(amount))::int as amount from gift_card_changes
    where site_id = ${siteId} and order_id = ${orderId} and kind = 'REDEEMED'
    group by card_id
    order by card_id`;
  const cards = redeemed.map(({ id, amount }) => ({ id, amount: amount ?? 0 }));
  const locked = await tx<{ id: string; balance: number; isUsable: boolean }>`
    select id, balance, not is_blocked and voided_at is null as "isUsable" from gift_cards
    where site_id = ${siteId} and id = any (${cards.map(({ id }) => id)}::uuid[])
    order by id
    for no key update`;
  const balances = new Map(locked.map(({ id, balance, isUsable }) => [id, isUsable ? balance : 0]));
  if (cards.some(({ id, amount }) => (balances.get(id) ?? 0) < amount)) return false;
  // One that has expired since was valid when the buyer ordered.
  await creditCards(
    tx,
    ctx,
    siteId,
    cards.map(({ id, amount }) => ({ id, amount: -amount })),
    { kind: "REDEEMED", orderId },
  );
  return true;
}

/** Gives back a part of what cards paid for an order, each in proportion to what it still has in it. The caller has locked the order. */
export async function refundToCards(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  { amount, currency, adminId }: { amount: number; currency: string; adminId: string | null },
): Promise<void> {
  const used = await readUsed(tx, siteId, orderId);
  const shares = shared(
    amount,
    used.map((card) => card.amount),
    currency,
  );
  const cards = used.map(({ id }, index) => ({ id, amount: shares[index] ?? 0 })).filter((card) => card.amount > 0);
  await creditCards(tx, ctx, siteId, cards, { kind: "REFUNDED", orderId, adminId });
}

/** Units of a line of an order. */
interface LineUnits {
  id: string;
  quantity: number;
}

/** How many cards that were sold with lines of an order have been used. */
export async function countUsedCards(tx: Sql, siteId: string, orderId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx<{ lineId: string | null; count: number }>`
    select line_id as "lineId", count(*)::int as count from gift_cards
    where site_id = ${siteId} and order_id = ${orderId} and voided_at is null and balance < initial_amount
    group by line_id`;
  return new Map(rows.flatMap(({ lineId, count }) => (lineId === null ? [] : [[lineId, count] as const])));
}

/** Cards that were sold with refunded units of lines are worth nothing, those first that nobody has used. Null: all that the order has sold. */
export async function voidCards(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  orderId: string,
  lines: readonly LineUnits[] | null,
): Promise<void> {
  const cards = await tx<{ id: string; lineId: string | null; balance: number; initialAmount: number }>`
    select id, line_id as "lineId", balance, initial_amount as "initialAmount" from gift_cards
    where site_id = ${siteId} and order_id = ${orderId} and voided_at is null
    order by id
    for no key update`;
  const isUsed = ({ balance, initialAmount }: (typeof cards)[number]) => balance < initialAmount;
  const voided = lines
    ? lines.flatMap(({ id, quantity }) =>
        cards
          .filter(({ lineId }) => lineId === id)
          .sort((a, b) => Number(isUsed(a)) - Number(isUsed(b)))
          .slice(0, quantity),
      )
    : cards;
  for (const { id, balance } of voided) {
    await tx`
      update gift_cards set balance = 0, voided_at = ${ctx.now}, sealed_code = null, revision = revision + 1, updated_at = ${ctx.now}
      where site_id = ${siteId} and id = ${id}`;
    await recordBalanceChange(tx, ctx, siteId, { cardId: id, kind: "VOIDED", amount: -balance, balance: 0, orderId });
  }
}

/** Locks the cards that pay an order and those that the next one may use, in the order of their ids, until the transaction ends. */
export async function lockCards(tx: Sql, siteId: string, orderId: string, nextIds: readonly string[]): Promise<void> {
  await tx`
    select id from gift_cards
    where site_id = ${siteId} and (
      id = any (${nextIds}::uuid[])
      or id in (select card_id from gift_card_changes where site_id = ${siteId} and order_id = ${orderId} and kind = 'REDEEMED')
    )
    order by id
    for no key update`;
}

/** What each card has paid for an order, less what went back, in the order of their ids. */
async function readUsed(tx: Sql, siteId: string, orderId: string): Promise<CardAmount[]> {
  const rows = await tx<{ id: string; amount: number | null }>`
    select card_id as id, (-sum(amount))::int as amount from gift_card_changes
    where site_id = ${siteId} and order_id = ${orderId} and kind in ('REDEEMED', 'RETURNED', 'REFUNDED')
    group by card_id
    having sum(amount) < 0
    order by card_id`;
  return rows.map(({ id, amount }) => ({ id, amount: amount ?? 0 }));
}

/** Adds amounts to cards, or takes them off if they are below 0. */
async function creditCards(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  cards: readonly CardAmount[],
  about: Pick<BalanceChange, "kind" | "orderId" | "adminId">,
): Promise<void> {
  for (const { id, amount } of cards) {
    const [card] = await tx<{ balance: number }>`
      update gift_cards set balance = balance + ${amount}::int, updated_at = ${ctx.now}
      where site_id = ${siteId} and id = ${id}
      returning balance`;
    if (!card) throw new Error("A gift card that has paid an order is not there.");
    await recordBalanceChange(tx, ctx, siteId, { ...about, cardId: id, amount, balance: card.balance });
  }
}

const sortedById = (cards: readonly CardAmount[]): CardAmount[] => [...cards].sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
