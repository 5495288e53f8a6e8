import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import { discountMembers, type DiscountBody } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";
import { readItemNames, type DiscountItems } from "./discount-items.ts";

export const discountsBase = `${siteBase}/discounts`;
export const discountBase = `${discountsBase}/{id}`;
export const DiscountParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the discount." }) });

export const discountNotFound = problem("discount_not_found", 404, "Discount not found");

/** Of a site. A quote reads those that apply by themselves, each time. */
export const mostDiscounts = 1_000;
export const mostAutomatic = 20;

export const discountStates = ["ACTIVE", "SCHEDULED", "ENDED", "USED_UP", "INACTIVE"] as const;

const { code: _code, isActive: _isActive, combinesWith: _combinesWith, ...others } = discountMembers;

/** A discount as the people who run the site see it. */
export const Discount = Type.Object(
  {
    id: Uuid,
    code: Nullable(Type.String({ description: "The code that buyers enter.", examples: ["AUTUMN10"] })),
    ...others,
    isAutomatic: Type.Boolean(),
    combinesWith: Type.Enum(["NONE", "ALL"]),
    isActive: Type.Boolean(),
    state: Type.Enum([...discountStates], { description: "`SCHEDULED` before it starts, `ENDED` after its end, `USED_UP` at its limit." }),
    uses: Type.Integer({ minimum: 0, description: "How many orders use it. Cancelled ones do not." }),
    codes: Type.Integer({ minimum: 0, description: "How many single-use codes it has." }),
    revision: Type.Integer({ description: "Grows with each change." }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Discount", additionalProperties: false },
);
export type Discount = Static<typeof Discount>;

/** A discount without the members that nobody writes. */
export function writtenMembers({
  state: _state,
  uses: _uses,
  codes: _codes,
  revision: _revision,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...members
}: Discount) {
  return members;
}

/** The members of a discount that are stored as they are. */
export type DiscountRule = Omit<DiscountBody, "code" | "appliesTo" | "isAutomatic">;

interface Row {
  id: string;
  code: string | null;
  rule: DiscountRule;
  items: DiscountItems | null;
  isAutomatic: boolean;
  state: string;
  uses: number;
  codes: number;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Of a page of discounts. */
export interface DiscountFilter {
  q?: string | undefined;
  state?: Discount["state"] | undefined;
}

/** Where a discount stands at a time. */
const stateAt = (now: Date): SqlPiece => piece`
  case
    when (discounts.rule ->> 'isActive')::boolean is false then 'INACTIVE'
    when (discounts.rule ->> 'endsAt')::timestamptz <= ${now}::timestamptz then 'ENDED'
    when discounts.uses >= discounts.usage_limit then 'USED_UP'
    when (discounts.rule ->> 'startsAt')::timestamptz > ${now}::timestamptz then 'SCHEDULED'
    else 'ACTIVE'
  end`;

/** A site's discounts that meet the filter, by name; or the one with an id. */
export async function readDiscounts(
  sql: Sql,
  siteId: string,
  now: Date,
  { q, state, id, paging }: DiscountFilter & { id?: string; paging?: SqlPiece } = {},
): Promise<Discount[]> {
  const byId = id === undefined ? piece`` : piece`and discounts.id = ${id}`;
  const rows = await sql<Row>(
    ...statement`
      select
        discounts.id, own.code, discounts.rule, discounts.items, discounts.is_automatic as "isAutomatic", ${stateAt(now)} as state, discounts.uses,
        (
          select count(*)::int from discount_codes as single
          where single.site_id = ${siteId} and single.discount_id = discounts.id and single.id <> discounts.id
        ) as codes,
        discounts.revision, discounts.created_at as "createdAt", discounts.updated_at as "updatedAt"
      from discounts
      left join discount_codes as own on own.site_id = ${siteId} and own.id = discounts.id
      where discounts.site_id = ${siteId} ${byId} ${chosen(siteId, now, { q, state })}
      order by lower(discounts.name), discounts.id
      ${paging ?? piece``}`,
  );
  const names = await readItemNames(
    sql,
    siteId,
    rows.map(({ items }) => items),
  );
  return rows.map(({ items: _items, rule, state: standing, createdAt, updatedAt, ...row }, index) => {
    const appliesTo = names[index];
    return {
      ...row,
      ...rule,
      combinesWith: rule.combinesWith ?? "NONE",
      isActive: rule.isActive ?? true,
      ...(appliesTo && { appliesTo }),
      state: standing as Discount["state"],
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  });
}

export async function countDiscounts(sql: Sql, siteId: string, now: Date, filter: DiscountFilter): Promise<number> {
  const [counted] = await sql<{ total: number }>(
    ...statement`select count(*)::int as total from discounts where discounts.site_id = ${siteId} ${chosen(siteId, now, filter)}`,
  );
  return counted?.total ?? 0;
}

function chosen(siteId: string, now: Date, { q, state }: DiscountFilter): SqlPiece {
  const pattern = `%${(q ?? "")
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, "\\$&")}%`;
  const byState = state === undefined ? piece`` : piece`and ${stateAt(now)} = ${state}`;
  const byWords =
    q === undefined || q.trim() === ""
      ? piece``
      : piece`and (
          lower(discounts.name) like ${pattern}
          or exists (
            select from discount_codes as named
            where named.site_id = ${siteId} and named.discount_id = discounts.id and lower(named.code) like ${pattern}
          )
        )`;
  return piece`${byState} ${byWords}`;
}

/** Throws `discount_not_found`. */
export async function readDiscount(sql: Sql, siteId: string, id: string, now: Date): Promise<Discount> {
  const [discount] = isUuid(id) ? await readDiscounts(sql, siteId, now, { id }) : [];
  if (!discount) throw new ProblemError(discountNotFound);
  return discount;
}

/** A discount that nobody else changes, and no order uses, until the transaction ends. Throws `discount_not_found`. */
export async function lockDiscount(tx: Sql, siteId: string, id: string, now: Date): Promise<Discount> {
  if (!isUuid(id)) throw new ProblemError(discountNotFound);
  await tx`select id from discounts where site_id = ${siteId} and id = ${id} for no key update`;
  return readDiscount(tx, siteId, id, now);
}
