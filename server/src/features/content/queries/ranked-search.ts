import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { leastRelevantFirst, mostRelevantFirst, rankColumns } from "../../../lib/search/rank-columns.ts";
import type { Site } from "../../../lib/site.ts";
import { piece } from "../../../lib/sql/sql-statement.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { acceptsNothing, withoutSearch } from "./formula.ts";
import { searchedDocuments } from "./matching-documents.ts";
import { noCounts, type FoundPage } from "./read-page.ts";

/** A list that a search alone finds, in the order of the relevance: any number of documents in one statement. Undefined for any other list. */
export function rankedSearch(site: Site, locale: string, query: CompiledQuery, paging: Paging): FoundPage | undefined {
  const { search, sort, facets, ranges, targets, goods, formula } = query;
  const [key, ...others] = sort;
  const isAlone = facets.length + ranges.length + targets.length + goods.length + others.length === 0;
  // A condition on the locale has no ranges, and may be one that no document meets.
  if (!search?.isRanked || !key || !isAlone || !acceptsNothing(withoutSearch(formula, search))) return undefined;
  return {
    parts: piece`
      with ranked as materialized (
        select item.document_id, ${rankColumns(search.terms, piece`item.title_length`)}
        from ${searchedDocuments(site, locale, search, null)}
      )`,
    ...noCounts,
    total: piece`(select count(*)::int from ranked)`,
    page: piece`
      select document_id from ranked
      order by ${key.isDescending ? mostRelevantFirst : leastRelevantFirst}, document_id
      limit ${paging.pageSize} offset ${offsetOf(paging)}`,
  };
}
