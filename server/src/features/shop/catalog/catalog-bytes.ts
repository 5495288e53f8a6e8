import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { srcsetBytes } from "./picture.ts";
import { alternateBytes } from "./translation.ts";
import type { Sql } from "../../../ports/database.ts";

/**
 * The most that the catalogue lists without pages have in any locale: the site's public categories as a tree, and its active plans. In bytes
 * of JSON.
 */
export async function catalogBytes(tx: Sql, siteId: string): Promise<{ categories: number; plans: number }> {
  const [row] = await tx<{ categories: number; plans: number }>(
    ...statement`
    select
      (
        select coalesce(sum(octet_length(json) + coalesce(octet_length(image), 0) + ${srcsetBytes(piece`image`)}), 0)::float8
        from public_categories where site_id = ${siteId}
      ) + ${translatedBytes(siteId, "category")} as categories,
      (
        select coalesce(sum(octet_length(row_to_json(plans)::text)), 0)::float8
        from plans where site_id = ${siteId} and status = 'ACTIVE'
      ) + ${translatedBytes(siteId, "plan")} as plans`,
  );
  return row ?? { categories: 0, plans: 0 };
}

/** Of all alternates, and of the locale with the longest translations: as if they were shown beside the words that they replace. */
function translatedBytes(siteId: string, kind: "category" | "plan"): SqlPiece {
  return piece`coalesce(
    (
      select sum(octet_length(locale) + octet_length(slug) + ${alternateBytes})
      from catalog_translations
      where site_id = ${siteId} and kind = ${kind} and words is not null
    ),
    0
  )::float8 + coalesce(
    (
      select sum(octet_length(words::text))
      from catalog_translations
      where site_id = ${siteId} and kind = ${kind} and words is not null
      group by locale
      order by 1 desc
      limit 1
    ),
    0
  )::float8`;
}
