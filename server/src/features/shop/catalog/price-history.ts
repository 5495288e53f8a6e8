import type { Sql } from "../../../ports/database.ts";

/** A variant whose `compareAtPrice` is higher than all prices that it ever had in its currency. */
export interface UnheardPrice {
  sku: string;
  /** The highest of them. */
  highest: number;
}

/** Those of the variants with these SKUs. Triggers write the recorded prices: server/migrations/0015_price_history.sql. */
export function findUnheardPrices(tx: Sql, siteId: string, skus: readonly string[]): Promise<UnheardPrice[]> {
  return tx<UnheardPrice>`
    select variants.sku, max(variant_prices.price)::int as highest
    from variants
    join products on products.site_id = ${siteId} and products.id = variants.product_id
    join variant_prices
      on variant_prices.site_id = ${siteId} and variant_prices.variant_id = variants.id and variant_prices.currency = products.currency
    where variants.site_id = ${siteId} and variants.sku = any (${skus}::text[])
    group by variants.sku, variants.compare_at_price
    having variants.compare_at_price > max(variant_prices.price)`;
}
