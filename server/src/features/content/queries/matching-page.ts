import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { neverPasses, type BitTest } from "./formula.ts";
import { countedFacets, testedDocuments } from "./count-facets.ts";
import { otherRows, passesTest, rangeRows } from "./matching-documents.ts";
import { few } from "./few-documents.ts";
import { noCounts, type FoundPage } from "./read-page.ts";

/** No row has them. */
const noBits = -1;

/**
 * The documents that meet the conditions, in the order of the sort keys: constant text for every query, so that the database plans it once
 * and no client can make it plan others. The formula tests the bits of each document, whatever the planner believes about a site.
 */
export function matchingPage(site: Site, locale: string, query: CompiledQuery, paging: Paging): FoundPage {
  const { ranges, sort, formula } = query;
  const [first, second = neverPasses, third = neverPasses, fourth = neverPasses] = formula.any;
  const passes = ({ required, forbidden }: BitTest) => passesTest(piece`${required}::int`, piece`${forbidden}::int`);
  const given = sort.find(({ isGiven }) => isGiven);
  const lookups = sort.filter(({ isGiven }) => !isGiven).length;
  const hasFacets = query.facets.length > 0;
  return {
    parts: piece`
      with found as materialized (
        select document_id, bits, value
        from (
          ${rangeRows(site, ranges, given?.whole?.fieldId ?? null)}
          union all
          select document_id, bits, encode(relevance, 'hex')
          from (${otherRows(site, locale, query, { mostSearched: few.searched + 1 })}) as other
        ) as every
        limit ${few.found + 1}
      ),
      read as materialized (
        select count(*) > ${few.found}::int or count(*) filter (where bits = ${query.search?.bits ?? noBits}::int) > ${few.searched}::int as are_many
        from found
      ),
      bitted as materialized (
        select document_id, bit_or(bits) as bits, max(value) as given
        from found
        where not (select are_many from read)
        group by document_id
      ),
      matching as materialized (
        select bitted.* from bitted
        where ${passes(formula.all)} and (${passes(first as BitTest)} or ${passes(second)} or ${passes(third)} or ${passes(fourth)})
      ),
      tested as materialized (${testedDocuments(query.facets)}),
      sized as materialized (
        select
          count(*)::int as total,
          (select are_many from read)
            or count(*) * ${lookups}::int > ${few.lookedUp}::int
            or (select count(*) from tested) > ${few.lookedUp}::int as are_many
        from matching
      )`,
    areMany: piece`select are_many from sized`,
    total: piece`select total from sized`,
    counts: hasFacets
      ? piece`case when not (select are_many from sized) then (${countedFacets(site, locale, query.facets)}) end`
      : noCounts.counts,
    page: piece`
      select matching.document_id
      from matching
      cross join lateral (
        select ${sortKey(site, sort[0])} as key1, ${sortKey(site, sort[1])} as key2, ${sortKey(site, sort[2])} as key3
      ) as keys
      where not (select are_many from sized)
      order by ${orderBy(sort[0], piece`keys.key1`)}, ${orderBy(sort[1], piece`keys.key2`)}, ${orderBy(sort[2], piece`keys.key3`)},
        matching.document_id
      limit ${paging.pageSize} offset ${offsetOf(paging)}`,
  };
}

type SortKey = CompiledQuery["sort"][number] | undefined;

function sortKey(site: Site, key: SortKey): SqlPiece {
  return piece`
    case
      when ${key?.isGiven ?? false}::boolean then matching.given
      when ${key !== undefined}::boolean then (
        select max(own.value) from published_values as own
        where own.site_id = ${site.id} and own.document_id = matching.document_id and own.field_id = ${key?.whole?.fieldId ?? null}
      )
    end`;
}

function orderBy(key: SortKey, value: SqlPiece): SqlPiece {
  const isDescending = key?.isDescending ?? false;
  return piece`
    case when not ${isDescending}::boolean then ${value} end,
    case when ${isDescending}::boolean then ${value} end desc nulls last`;
}
