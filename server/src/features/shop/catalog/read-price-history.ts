import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";

/** A price that a variant had, or has. */
export const VariantPrice = Type.Object(
  {
    id: Uuid,
    price: Type.Integer({ description: "Minor units." }),
    currency: Type.String(),
    since: Instant,
    until: Nullable(Type.Unsafe<string>({ ...Instant, description: "Null: it is the present price." })),
    priorPrice: Nullable(
      Type.Integer({
        description: "The lowest price of the 30 days before this one began, in the same currency. Null: there was none.",
      }),
    ),
    isReduction: Type.Boolean({ description: "Whether the price before it was higher, in the same currency." }),
  },
  { $id: "VariantPrice", additionalProperties: false },
);
export type VariantPrice = Static<typeof VariantPrice>;

interface Row extends Omit<VariantPrice, "since" | "until"> {
  since: Date;
  until: Date | null;
}

/** A page of the prices of a variant, the latest first; undefined if the site has no such variant. */
export async function readPriceHistory(
  sql: Sql,
  siteId: string,
  variantId: string,
  paging: Paging,
): Promise<{ prices: VariantPrice[]; total: number } | undefined> {
  if (!isUuid(variantId)) return undefined;
  const [counted] = await sql<{ total: number }>`
    select count(prices.id)::int as total
    from variants
    left join variant_prices as prices on prices.site_id = ${siteId} and prices.variant_id = variants.id
    where variants.site_id = ${siteId} and variants.id = ${variantId}
    group by variants.id`;
  if (!counted) return undefined;
  const rows = await sql<Row>`
    with prices as (
      select
        id, price, currency, since,
        lead(since) over (order by since) as until,
        lag(price) over (order by since) as price_before,
        lag(currency) over (order by since) as currency_before
      from variant_prices
      where site_id = ${siteId} and variant_id = ${variantId}
    )
    select
      shown.id, shown.price, shown.currency, shown.since, shown.until,
      (
        -- As the trigger computes it for the present price: server/migrations/0015_price_history.sql.
        select min(earlier.price)::int
        from prices as earlier
        where earlier.since < shown.since and earlier.until > shown.since - interval '720 hours' and earlier.currency = shown.currency
      ) as "priorPrice",
      coalesce(shown.currency_before = shown.currency and shown.price_before > shown.price, false) as "isReduction"
    from prices as shown
    order by shown.since desc
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  const prices = rows.map(({ since, until, ...row }) => ({ ...row, since: since.toISOString(), until: until?.toISOString() ?? null }));
  return { prices, total: counted.total };
}
