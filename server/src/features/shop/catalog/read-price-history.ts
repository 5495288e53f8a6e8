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
    until: Nullable(Type.Unsafe<string>({ ...Instant, description: "Null: it is the present price in its currency." })),
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

interface Row extends Omit<VariantPrice, "price" | "since" | "until"> {
  /** Null: the variant is not sold in the currency since then. */
  price: number | null;
  since: Date;
  until: Date | null;
}

/** A page of the prices of a variant, in one currency or in all, the latest first; undefined if the site has no such variant. */
export async function readPriceHistory(
  sql: Sql,
  siteId: string,
  variantId: string,
  { currency, ...paging }: Paging & { currency: string | null },
): Promise<{ prices: VariantPrice[]; total: number } | undefined> {
  if (!isUuid(variantId)) return undefined;
  const [counted] = await sql<{ total: number }>`
    select count(prices.id)::int as total
    from variants
    left join variant_prices as prices
      on prices.site_id = ${siteId} and prices.variant_id = variants.id and prices.price is not null
        and (${currency}::text is null or prices.currency = ${currency})
    where variants.site_id = ${siteId} and variants.id = ${variantId}
    group by variants.id`;
  if (!counted) return undefined;
  const rows = await sql<Row>`
    with prices as (
      select
        id, price, currency, since,
        lead(since) over (partition by currency order by since) as until,
        lag(price) over (partition by currency order by since) as price_before
      from variant_prices
      where site_id = ${siteId} and variant_id = ${variantId} and (${currency}::text is null or currency = ${currency})
    )
    select
      shown.id, shown.price, shown.currency, shown.since, shown.until,
      (
        -- As the trigger computes it for the present price: server/migrations/0062_currency_prices.sql.
        select min(earlier.price)::int
        from prices as earlier
        where earlier.since < shown.since and earlier.until > shown.since - interval '720 hours' and earlier.currency = shown.currency
      ) as "priorPrice",
      coalesce(shown.price_before > shown.price, false) as "isReduction"
    from prices as shown
    where shown.price is not null
    order by shown.since desc, shown.currency
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  const prices = rows.flatMap(({ price, since, until, ...row }) =>
    price === null ? [] : [{ ...row, price, since: since.toISOString(), until: until?.toISOString() ?? null }],
  );
  return { prices, total: counted.total };
}
