import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { leastRelevantFirst, mostRelevantFirst, rankColumns } from "../../../lib/search/rank-columns.ts";
import type { Site } from "../../../lib/site.ts";
import { joined, piece, unnamed, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery, Search } from "./compile-query.ts";
import { facetColumns, facetCounts, rowsWhere, sharedColumn } from "./count-list.ts";
import { vocabularyOf } from "./recompute-vocabulary.ts";
import type { FoundPage } from "./read-page.ts";

type SearchQuery = CompiledQuery & { search: Search };

/** Among so many documents that meet the conditions the words are looked for, each document by its id. */
const fewDocuments = 6_000;

/** Whether a search finds all documents of the list, in an order that needs no row of `published_rows`. */
export function isPlainSearch({ search, where, sort, facets }: CompiledQuery): boolean {
  return search !== undefined && where === undefined && facets.length === 0 && sort.every(({ column }) => column === null);
}

/** The result of a search: the ids of a page, the total, and the counts of the facets as JSON text. */
interface Searched {
  ids: string[];
  total: number;
  counts: string | null;
}

/** A page of the documents with the searched words that meet the conditions; `met`: how many meet these with or without the words. */
export async function findSearched(
  sql: Sql,
  site: Site,
  locale: string,
  query: SearchQuery,
  met: number,
  paging: Paging,
): Promise<Searched> {
  const { parts, total, page, counts } = searchedPage(site, locale, query, met, paging);
  const [row] = await sql<Searched>(
    ...unnamed(piece`
      ${parts}
      select array(${page})::text[] as ids, ${total} as total, ${counts} as counts`),
  );
  return row ?? { ids: [], total: 0, counts: null };
}

/** The parts of a statement that finds a page; of a search alone its text is the same for all. */
export function searchedPage(site: Site, locale: string, query: SearchQuery, met: number, paging: Paging): FoundPage {
  const { search, sort, facets } = query;
  const isPlain = isPlainSearch(query);
  const ranks = sort.some(({ column }) => column === null) ? [rankColumns(search.terms, piece`item.title_length`)] : [];
  const keys = sort.flatMap(({ column }, place) => (column ? [piece`${column} as ${keyColumns[place] as SqlPiece}`] : []));
  const columns = joined([piece`item.document_id`, ...ranks, ...keys, ...facetColumns(query)], "comma");
  const order = sort.map(({ column, isDescending }, place) => {
    if (column === null) return isDescending ? mostRelevantFirst : leastRelevantFirst;
    const key = keyColumns[place] as SqlPiece;
    return isDescending ? piece`${key} desc nulls last` : piece`${key} nulls last`;
  });
  const from = isPlain ? searchedWords(site, locale, search) : searchedRows(site, locale, query, query.where, met);
  return {
    parts: piece`with matching as materialized (select ${columns} ${from})`,
    total: piece`(select count(*)::int from matching)`,
    page: piece`
      select document_id from matching
      order by ${joined([...order, piece`document_id`], "comma")}
      limit ${paging.pageSize} offset ${offsetOf(paging)}`,
    counts: facetCounts(site, locale, facets, ({ column, where, isOfList }, place) => {
      if (isOfList) return { column: sharedColumn(place), from: piece`from matching` };
      return { column, from: searchedRows(site, locale, query, where, met) };
    }),
  };
}

const keyColumns = [piece`key1`, piece`key2`, piece`key3`];

/** The words that are searched as `item`. */
function searchedWords(site: Site, locale: string, search: Search): SqlPiece {
  return piece`
    from ${wantedQuery(site, locale, search)}
    cross join lateral (
      select document_id, title_length, search
      from published_words
      where site_id = ${site.id} and words_id = ${search.wordsId} and search @@ wanted.query
      offset 0
    ) as item`;
}

/** The words as `item` and the documents as `stored`. Where few documents meet the conditions, these come first. */
function searchedRows(site: Site, locale: string, query: SearchQuery, where: SqlPiece | undefined, met: number): SqlPiece {
  const { search, listId } = query;
  if (where === undefined || met > fewDocuments) {
    return piece`
      ${searchedWords(site, locale, search)}
      join published_rows as stored on stored.site_id = ${site.id} and stored.list_id = ${listId} and stored.document_id = item.document_id
      ${where ? piece`where ${where}` : piece``}`;
  }
  return piece`
    from ${wantedQuery(site, locale, search)}
    cross join (select stored.* ${rowsWhere(site, query, where)} offset 0) as stored
    cross join lateral (
      select document_id, title_length, search
      from published_words
      where site_id = ${site.id} and document_id = stored.document_id and words_id = ${search.wordsId} and search @@ wanted.query
      offset 0
    ) as item`;
}

function wantedQuery(site: Site, locale: string, { terms }: Search): SqlPiece {
  return piece`(select search_query(${site.id}, ${vocabularyOf(locale)}, ${terms}) as query offset 0) as wanted`;
}
