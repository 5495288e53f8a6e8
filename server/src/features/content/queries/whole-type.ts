import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { piece } from "../../../lib/sql/sql-statement.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { noCounts, type FoundPage } from "./read-page.ts";

/**
 * A list without conditions in the order of one field, of which no more than the page is read: in the order of the index, and after them the
 * documents that have no value. Undefined for any other list.
 */
export function wholeType(site: Site, query: CompiledQuery, paging: Paging): FoundPage | undefined {
  const [key, ...others] = query.sort;
  if (!query.isWhole || !key?.whole || others.length > 0) return undefined;
  const { fieldId: keyId } = key.whole;
  const valuesOf = (fieldId: string) => piece`
    select count(*)::int from published_values where site_id = ${site.id} and field_id = ${fieldId}`;
  const order = key.isDescending ? piece`value desc, document_id` : piece`value, document_id`;
  const offset = offsetOf(paging);
  return {
    parts: piece`
      with valued as materialized (
        select document_id, row_number() over () as place
        from (
          select document_id
          from published_values
          where site_id = ${site.id} and field_id = ${keyId}
          order by ${order}
          limit ${paging.pageSize} offset ${offset}
        ) as page
      ),
      counted as materialized (select (${valuesOf(query.everyone)}) as total)`,
    total: piece`select total from counted`,
    ...noCounts,
    // Only a page that is not full with them needs to know how many have a value.
    page: piece`
      select page.document_id
      from (
        select 1 as part, document_id, place from valued
        union all
        select 2, unvalued.document_id, row_number() over ()
        from (
          select every.document_id
          from published_values as every
          where every.site_id = ${site.id}
            and every.field_id = ${query.everyone}
            and not exists (
              select from published_values as own
              where own.site_id = ${site.id} and own.document_id = every.document_id and own.field_id = ${keyId}
            )
            and (${valuesOf(keyId)}) < (select total from counted)
          order by every.value, every.document_id
          limit (select ${paging.pageSize}::int - count(*) from valued)
          offset (
            select case when count(*) = ${paging.pageSize}::int then 0 else greatest(0, ${offset}::int - (${valuesOf(keyId)})) end
            from valued
          )
        ) as unvalued
      ) as page
      order by page.part, page.place`,
  };
}
