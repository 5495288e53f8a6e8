import type { Sql } from "../../ports/database.ts";

/** The size of the catalogue lists without pages: the site's public categories as a tree, and its active plans. In bytes of JSON. */
export async function catalogBytes(tx: Sql, siteId: string): Promise<{ categories: number; plans: number }> {
  const [row] = await tx<{ categories: number; plans: number }>`
    select
      (
        select coalesce(sum(octet_length(json) + coalesce(octet_length(image), 0)), 0)::float8
        from public_categories where site_id = ${siteId}
      ) as categories,
      (
        select coalesce(sum(octet_length(row_to_json(plans)::text)), 0)::float8
        from plans where site_id = ${siteId} and status = 'ACTIVE'
      ) as plans`;
  return row ?? { categories: 0, plans: 0 };
}
