import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";

/** Amounts in minor units, by currency in lower case. */
export type AmountsByCurrency = Readonly<Record<string, number>>;

/** What a variant costs in a further currency of the site. */
export interface CurrencyPrice {
  /** Of the row, if it is a new one. */
  id: string;
  productId: string;
  variantId: string;
  currency: string;
  price: number;
  compareAtPrice: number | null;
}

/**
 * Writes the prices of saved variants in further currencies. `variantIds`: those of which all other prices go. A trigger records each price:
 * server/migrations/0062_currency_prices.sql.
 */
export async function saveCurrencyPrices(
  tx: Sql,
  siteId: string,
  now: Date,
  { variantIds, prices }: { variantIds: readonly string[]; prices: readonly CurrencyPrice[] },
): Promise<void> {
  if (prices.length > 0) {
    const rows = prices.map(({ id, productId, variantId, currency, price, compareAtPrice }) => ({
      id,
      product_id: productId,
      variant_id: variantId,
      currency,
      price,
      compare_at_price: compareAtPrice,
    }));
    await tx`
      insert into currency_prices (site_id, id, product_id, variant_id, currency, price, compare_at_price, updated_at)
      select ${siteId}::uuid, id, product_id, variant_id, currency, price, compare_at_price, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        id uuid, product_id uuid, variant_id uuid, currency text, price int, compare_at_price int
      )
      on conflict (site_id, variant_id, currency) do update set
        price = excluded.price,
        compare_at_price = excluded.compare_at_price,
        updated_at = excluded.updated_at`;
  }
  if (variantIds.length === 0) return;
  const saved = prices.map(({ variantId, currency }) => `${variantId} ${currency}`);
  await tx`
    update currency_prices set price = null, updated_at = ${now}
    where site_id = ${siteId} and variant_id = any (${variantIds}::uuid[]) and variant_id || ' ' || currency <> all (${saved}::text[])`;
  await tx`delete from currency_prices where site_id = ${siteId} and variant_id = any (${variantIds}::uuid[]) and price is null`;
}

/** The prices of the variants of a row `shown` in a currency, as JSON text by the variant's id: `[price, compareAtPrice, priorPrice]`. Null without a currency. */
export function pricesIn(site: { id: string }, currency: string | undefined): SqlPiece {
  if (currency === undefined) return piece`null`;
  return piece`(
    select json_object_agg(priced.variant_id, json_build_array(priced.price, priced.compare_at_price, priced.prior_price))
    from currency_prices as priced
    where priced.site_id = ${site.id} and priced.product_id = shown.id and priced.currency = ${currency}
  )::text`;
}

/** The currencies of prices that a site's list lacks, with the number of variants that have them. */
export function findStrayCurrencies(
  tx: Sql,
  siteId: string,
  currencies: readonly string[],
): Promise<{ currency: string; count: number }[]> {
  return tx<{ currency: string; count: number }>`
    select currency, count(*)::int as count
    from currency_prices
    where site_id = ${siteId} and currency <> all (${currencies}::text[])
    group by currency order by currency`;
}
