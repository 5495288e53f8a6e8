import type { TestServer } from "./harness.ts";

export interface ShownMovement {
  kind: string;
  change: number;
  stock: number | null;
  reason: string | null;
  note: string | null;
  order: { id: string; number: number } | null;
  by: { name: string } | null;
}

/** A variant of a site, with the stock that it has now. */
export async function variantOf(
  { deps: { sql } }: Pick<TestServer, "deps">,
  site: { id: string },
  sku: string,
): Promise<{ id: string; stock: number | null }> {
  const [variant] = await sql<{ id: string; stock: number | null }>`
    select id, stock::int as stock from variants where site_id = ${site.id} and sku = ${sku}`;
  if (!variant) throw new Error(`There is no variant ${sku}.`);
  return variant;
}

/** The variants of a site whose movements do not add up to their stock, or do not follow from one another. */
export async function ledgerErrors({ deps: { sql } }: Pick<TestServer, "deps">, site: { id: string }): Promise<string[]> {
  const rows = await sql<{ sku: string }>`
    select variants.sku
    from variants
    left join (
      select
        variant_id,
        sum(change) as total,
        bool_and(coalesce(stock, 0) = running) as follows
      from (
        select variant_id, change, stock, sum(change) over (partition by variant_id order by at) as running
        from stock_movements
        where site_id = ${site.id}
      ) as movement
      group by variant_id
    ) as ledger on ledger.variant_id = variants.id
    where variants.site_id = ${site.id}
      and (coalesce(ledger.total, 0) <> coalesce(variants.stock, 0) or not coalesce(ledger.follows, true))
    order by variants.sku`;
  return rows.map(({ sku }) => sku);
}
