import { Type, type Static } from "typebox";
import { NullablePerson, nullablePerson } from "../../../lib/admin/person.ts";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { joined, piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { changeKinds } from "./balance-changes.ts";

export const giftCardsBase = `${siteBase}/gift-cards`;
export const giftCardBase = `${giftCardsBase}/{id}`;
export const GiftCardParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the gift card." }) });

export const giftCardNotFound = problem("gift_card_not_found", 404, "Gift card not found");
export const giftCardVoided = problem("gift_card_voided", 409, "The price of the gift card was refunded");

export const giftCardStates = ["ACTIVE", "USED_UP", "EXPIRED", "BLOCKED", "VOIDED"] as const;

export const Amount = Type.Integer({ minimum: 0, maximum: 99_999_999, description: "Minor units." });

const common = {
  id: Uuid,
  last4: Type.String({ description: "The end of its code. Nobody can read the rest.", examples: ["7KQ2"] }),
  state: Type.Enum([...giftCardStates], { description: "`VOIDED`: its price was refunded." }),
  currency: Type.String({ examples: ["eur"] }),
  initialAmount: Amount,
  balance: Amount,
  expiresAt: Nullable(Instant),
  isBlocked: Type.Boolean({ description: "Nobody can pay with it." }),
  isMailed: Type.Boolean({ description: "`false`: its code is on its way to the buyer, or waits for an address." }),
  note: Type.String({ description: "For the shop's people." }),
  order: Nullable(
    Type.Object({ id: Uuid, number: Type.Integer() }, { additionalProperties: false, description: "With which it was sold." }),
  ),
  revision: Type.Integer({ description: "Grows with each change by the shop's people." }),
  createdAt: Instant,
};

/** A gift card in a list of the admin API. */
export const ListedGiftCard = Type.Object(common, { $id: "ListedGiftCard", additionalProperties: false });
type ListedGiftCard = Static<typeof ListedGiftCard>;

const GiftCardChange = Type.Object(
  {
    id: Uuid,
    at: Instant,
    kind: Type.Enum([...changeKinds], {
      description:
        "`REDEEMED`: it has paid for an order. `RETURNED`: that order was cancelled. `REFUNDED`: that order was refunded. `VOIDED`: its price was refunded.",
    }),
    amount: Type.Integer({ description: "Below 0: it was taken off. In minor units." }),
    balance: Type.Integer({ minimum: 0, description: "After the change." }),
    order: Nullable(Type.Object({ id: Uuid, number: Type.Integer() }, { additionalProperties: false })),
    by: NullablePerson,
    reason: Nullable(Type.String()),
  },
  { additionalProperties: false },
);

/** A gift card with its history. */
export const GiftCard = Type.Object(
  {
    ...common,
    changes: Type.Array(GiftCardChange, { description: "The latest first, at most 500. All amounts of a card add up to its balance." }),
  },
  { $id: "GiftCard", additionalProperties: false },
);
export type GiftCard = Static<typeof GiftCard>;

/** The code is in this answer alone: the server stores it hashed. */
export const GiftCardWithCode = Type.Object(
  { ...GiftCard.properties, code: Type.String({ description: "In this answer alone.", examples: ["ABCD-EFGH-JKLM-NPQR"] }) },
  { $id: "GiftCardWithCode", additionalProperties: false },
);

/** Who gets the code by mail. */
export const MailTo = {
  email: Type.Optional(Type.String({ format: "idn-email", maxLength: 320, description: "The server mails the code to this address." })),
  locale: Type.Optional(Type.String({ maxLength: 35, description: "The language of the mail. Absent: the site's default locale." })),
};

interface Row extends Omit<ListedGiftCard, "state" | "expiresAt" | "createdAt" | "order"> {
  state: string;
  expiresAt: Date | null;
  createdAt: Date;
  orderId: string | null;
  orderNumber: number | null;
}

const stateAt = (now: Date): SqlPiece => piece`
  case
    when cards.voided_at is not null then 'VOIDED'
    when cards.is_blocked then 'BLOCKED'
    when cards.expires_at <= ${now}::timestamptz then 'EXPIRED'
    when cards.balance = 0 then 'USED_UP'
    else 'ACTIVE'
  end`;

const columnsAt = (now: Date): SqlPiece => piece`
  cards.id, cards.last4, ${stateAt(now)} as state, cards.currency, cards.initial_amount as "initialAmount", cards.balance,
  cards.expires_at as "expiresAt", cards.is_blocked as "isBlocked", cards.sealed_code is null as "isMailed", cards.note,
  cards.order_id as "orderId", orders.number as "orderNumber", cards.revision, cards.created_at as "createdAt"`;

const listed = ({ state, expiresAt, createdAt, orderId, orderNumber, ...row }: Row): ListedGiftCard => ({
  ...row,
  state: state as ListedGiftCard["state"],
  expiresAt: expiresAt && expiresAt.toISOString(),
  order: orderOf(orderId, orderNumber),
  createdAt: createdAt.toISOString(),
});

const orderOf = (id: string | null, number: number | null) => (id === null || number === null ? null : { id, number });

/** Of a page of gift cards. */
export interface GiftCardFilter {
  state?: ListedGiftCard["state"] | undefined;
  /** The end of a code, or a part of a note. */
  q?: string | undefined;
  orderId?: string | undefined;
}

/** The gift cards of a site that meet the filter, the latest first, and their number. */
export async function listCards(
  sql: Sql,
  siteId: string,
  now: Date,
  { state, q = "", orderId }: GiftCardFilter,
  paging: Paging,
): Promise<{ cards: ListedGiftCard[]; total: number }> {
  const words = q.trim();
  const pattern = `%${words.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const conditions = joined(
    [
      piece`cards.site_id = ${siteId}`,
      ...(state === undefined ? [] : [piece`${stateAt(now)} = ${state}`]),
      ...(words === "" ? [] : [piece`(cards.last4 = ${words.toUpperCase().slice(-4)} or lower(cards.note) like ${pattern})`]),
      ...(orderId === undefined ? [] : [piece`cards.order_id = ${isUuid(orderId) ? orderId : null}::uuid`]),
    ],
    "and",
  );
  const rows = await sql<Row>(
    ...statement`
      select ${columnsAt(now)}
      from (
        select * from gift_cards as cards where ${conditions} order by cards.created_at desc, cards.id desc ${limitTo(paging)}
      ) as cards
      left join orders on orders.site_id = ${siteId} and orders.id = cards.order_id
      order by cards.created_at desc, cards.id desc`,
  );
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from gift_cards as cards where ${conditions}`);
  return { cards: rows.map(listed), total: counted?.total ?? 0 };
}

const mostChanges = 500;

/** A gift card with its history. Throws `gift_card_not_found`. */
export async function readCard(sql: Sql, siteId: string, id: string, now: Date): Promise<GiftCard> {
  const [row] = isUuid(id)
    ? await sql<Row>(
        ...statement`
          select ${columnsAt(now)}
          from gift_cards as cards
          left join orders on orders.site_id = ${siteId} and orders.id = cards.order_id
          where cards.site_id = ${siteId} and cards.id = ${id}`,
      )
    : [];
  if (!row) throw new ProblemError(giftCardNotFound);
  const changes = await sql<{
    id: string;
    at: Date;
    kind: string;
    amount: number;
    balance: number;
    orderId: string | null;
    orderNumber: number | null;
    adminId: string | null;
    adminName: string | null;
    reason: string | null;
  }>`
    select
      change.id, change.at, change.kind, change.amount, change.balance, change.order_id as "orderId", orders.number as "orderNumber",
      admins.id as "adminId", admins.name as "adminName", change.reason
    from gift_card_changes as change
    left join orders on orders.site_id = ${siteId} and orders.id = change.order_id
    left join admins on admins.id = change.admin_id
    where change.site_id = ${siteId} and change.card_id = ${id}
    order by change.at desc, change.id desc
    limit ${mostChanges}`;
  return {
    ...listed(row),
    changes: changes.map(({ at, kind, orderId, orderNumber, adminId, adminName, ...change }) => ({
      ...change,
      at: at.toISOString(),
      kind: kind as GiftCard["changes"][number]["kind"],
      order: orderOf(orderId, orderNumber),
      by: nullablePerson(adminId, adminName),
    })),
  };
}

/** A gift card that nobody else changes, and no order spends, until the transaction ends. Throws `gift_card_not_found`. */
export async function lockCard(tx: Sql, siteId: string, id: string, now: Date): Promise<GiftCard> {
  if (!isUuid(id)) throw new ProblemError(giftCardNotFound);
  await tx`select id from gift_cards where site_id = ${siteId} and id = ${id} for no key update`;
  return readCard(tx, siteId, id, now);
}

/** The target of an entry of the audit log. */
export const auditTarget = ({ id, last4, revision }: Pick<GiftCard, "id" | "last4" | "revision">) => ({
  type: "giftCard",
  id,
  label: last4,
  revision,
});
