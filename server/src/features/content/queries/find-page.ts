import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { joined, piece, unnamed, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery, SortField } from "./compile-query.ts";
import { rowsWhere } from "./count-list.ts";

/** So many documents PostgreSQL sorts sooner than it walks through an order in search of them. */
const fewDocuments = 2_000;

/** The ids of a page of the `total` documents that meet the conditions, in order. */
export async function findPage(sql: Sql, site: Site, query: CompiledQuery, total: number, paging: Paging): Promise<string[]> {
  const [offset, size] = [offsetOf(paging), paging.pageSize];
  if (offset >= total) return [];
  const rows = await sql<{ document_id: string }>(...unnamed(pagePiece(site, query, total, offset, size)));
  return rows.map(({ document_id: id }) => id);
}

function pagePiece(site: Site, query: CompiledQuery, total: number, offset: number, size: number): SqlPiece {
  const [key] = query.sort;
  if (total <= fewDocuments) return sortedPage(site, query, offset, size);
  if (key?.column && !key.isGiven) return pageWithMissing(site, query, { ...key, column: key.column }, offset, size);
  return orderedPage(site, query, orderBy(query), piece`limit ${size} offset ${offset}`);
}

/** The conditions first, however many documents the planner believes to meet them: `offset 0` keeps it from walking through an order. */
function sortedPage(site: Site, query: CompiledQuery, offset: number, size: number): SqlPiece {
  const keys = query.sort.map(({ column }, place) => piece`${column ?? piece`null`} as ${keyColumn(place)}`);
  const order = query.sort.map(({ isDescending }, place) =>
    isDescending ? piece`${keyColumn(place)} desc nulls last` : piece`${keyColumn(place)} nulls last`,
  );
  return piece`
    select document_id
    from (select ${joined([piece`stored.document_id`, ...keys], "comma")} ${rowsWhere(site, query, query.where)} offset 0) as found
    order by ${joined([...order, piece`document_id`], "comma")}
    limit ${size} offset ${offset}`;
}

const keyColumns = [piece`key1`, piece`key2`, piece`key3`];

function keyColumn(place: number): SqlPiece {
  return keyColumns[place] as SqlPiece;
}

/** The order of the first key's index, and after it the documents without a value: the index has none of these. */
function pageWithMissing(site: Site, query: CompiledQuery, key: SortField & { column: SqlPiece }, offset: number, size: number): SqlPiece {
  const last = offset + size;
  const where = (test: SqlPiece) => ({ ...query, where: query.where ? piece`${query.where} and ${test}` : test });
  const valued = orderedPage(site, where(piece`${key.column} is not null`), orderBy(query), piece`limit ${last}`);
  const missing = orderedPage(
    site,
    where(piece`${key.column} is null`),
    orderBy({ sort: query.sort.slice(1) }, false),
    piece`limit (select ${last}::int - count(*) from valued)`,
  );
  return piece`
    with valued as materialized (select document_id, row_number() over () as place from (${valued}) as ordered)
    select paged.document_id
    from (
      select 1 as part, document_id, place from valued
      union all
      select 2, document_id, row_number() over () from (${missing}) as unordered
    ) as paged
    order by paged.part, paged.place
    limit ${size} offset ${offset}`;
}

function orderedPage(site: Site, query: CompiledQuery, order: SqlPiece, limit: SqlPiece): SqlPiece {
  return piece`select stored.document_id ${rowsWhere(site, query, query.where)} order by ${order} ${limit}`;
}

/** By the keys and the id; `isValued`: where every document has a value of the first key. */
function orderBy({ sort }: Pick<CompiledQuery, "sort">, isValued = true): SqlPiece {
  const keys = sort.map(({ column, isDescending, isGiven }, place) => {
    const key = isDescending ? piece`${column ?? piece`null`} desc` : (column ?? piece`null`);
    return isGiven || (isValued && place === 0) ? key : piece`${key} nulls last`;
  });
  return joined([...keys, piece`stored.document_id`], "comma");
}
