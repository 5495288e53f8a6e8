import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Site } from "../../../lib/site.ts";
import { joined, piece, unnamed, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { CompiledQuery, Facet } from "./compile-query.ts";
import { valueOf } from "./field-value.ts";
import type { KeepingDeps } from "./known-types.ts";
import type { QueryField } from "./query-field.ts";
import { isReference } from "./type-fields.ts";

/** The number of documents with a value: of a reference, with the id of a target. */
interface FacetCount {
  value: string | number | boolean;
  count: number;
}

/** The counts of a facet's field. */
export interface FieldCounts {
  field: QueryField;
  counts: FacetCount[];
}

/** The counts of a query, all taken at one moment. */
export interface ListCounts {
  contentVersion: number;
  catalogVersion: number;
  total: number;
  /** JSON text, for `readCounts`. */
  counts: string | null;
}

/** Of each facet. */
const mostCounted = 50;

/** The documents of a list that meet conditions: what follows `select`. */
export function rowsWhere(site: Site, { listId }: CompiledQuery, where: SqlPiece | undefined): SqlPiece {
  return piece`
    from published_rows as stored
    where stored.site_id = ${site.id} and stored.list_id = ${listId} ${where ? piece`and ${where}` : piece``}`;
}

/**
 * Counts the documents that meet all conditions, and the values of the facets: once for all pages of a query, as long as the content stays as it is. The
 * catalogue may change without the content: what depends on it is counted each time.
 */
export async function countList({ sql, valueCache }: KeepingDeps, site: Site, locale: string, query: CompiledQuery): Promise<ListCounts> {
  const isKept = query.catalogKinds.size === 0;
  const name = `counts ${digestOf(query, locale)}`;
  const cached = isKept ? (valueCache.find(site, name) as ListCounts | undefined) : undefined;
  if (cached) return cached;
  const isShared = query.where !== undefined && query.facets.some(({ isOfList }) => isOfList);
  const total = isShared ? piece`from matching` : rowsWhere(site, query, query.where);
  const [row] = await sql<ListCounts>(
    ...unnamed(piece`
      ${isShared ? sharedRows(site, query) : piece``}
      select
        site_versions.content_version::float8 as "contentVersion",
        site_versions.catalog_version::float8 as "catalogVersion",
        (select count(*)::int ${total}) as total,
        ${facetCounts(site, locale, query.facets, (facet, place) => facetRows(site, query, facet, isShared ? place : undefined))} as counts
      from site_versions
      where site_versions.site_id = ${site.id}`),
  );
  const counted = row ?? { contentVersion: -1, catalogVersion: -1, total: 0, counts: null };
  if (isKept) valueCache.keep(site, name, counted, counted.counts?.length ?? 0);
  return counted;
}

/** The same for all pages of a query. */
function digestOf({ listId, where, facets }: CompiledQuery, locale: string): string {
  const counted = JSON.stringify([listId, locale, where, facets.map(({ field }) => field.name)]);
  return Buffer.from(sha256(counted)).toString("base64url");
}

function sharedRows(site: Site, query: CompiledQuery): SqlPiece {
  const columns = joined([piece`stored.document_id`, ...facetColumns(query)], "comma");
  return piece`with matching as materialized (select ${columns} ${rowsWhere(site, query, query.where)})`;
}

/** The columns of the facets that count what all conditions leave: `value1` to `value5`. */
export function facetColumns({ facets }: CompiledQuery): SqlPiece[] {
  return facets.flatMap(({ column, isOfList }, place) => (isOfList ? [piece`${column} as ${sharedColumn(place)}`] : []));
}

/** A facet's column, and where its documents are: among those that all conditions leave, if `shared` is its place. */
function facetRows(site: Site, query: CompiledQuery, { column, where, isOfList }: Facet, shared: number | undefined): FacetRows {
  if (shared === undefined || !isOfList) return { column, from: rowsWhere(site, query, where) };
  return { column: sharedColumn(shared), from: piece`from matching` };
}

export interface FacetRows {
  column: SqlPiece;
  from: SqlPiece;
}

const sharedColumns = [piece`value1`, piece`value2`, piece`value3`, piece`value4`, piece`value5`];

export function sharedColumn(place: number): SqlPiece {
  return sharedColumns[place] as SqlPiece;
}

/** The most frequent values of each facet, by their number of documents, as JSON text. */
export function facetCounts(
  site: Site,
  locale: string,
  facets: readonly Facet[],
  rowsOf: (facet: Facet, place: number) => FacetRows,
): SqlPiece {
  if (facets.length === 0) return piece`null`;
  const counted = facets.map((facet, place) => {
    const { column, from } = rowsOf(facet, place);
    const value = facet.field.isList ? piece`unnest(${column})` : column;
    const isCounted = isReference(facet.field)
      ? isPublicTarget(site, locale, facet.field.kind, piece`substr(counted.value, 2)::uuid`)
      : piece`true`;
    return piece`(
      select json_agg(json_build_array(frequent.value, frequent.count) order by frequent.count desc, frequent.value)
      from (
        select counted.value, counted.count
        from (
          select every.value, count(*)::int as count
          from (select ${value} as value ${from}) as every
          where every.value is not null
          group by every.value
        ) as counted
        where ${isCounted}
        order by counted.count desc, counted.value
        limit ${mostCounted}
      ) as frequent
    )`;
  });
  return piece`json_build_array(${joined(counted, "comma")})::text`;
}

/** Whether the target of a reference shows: an entry or a page in the locale or the default one. */
function isPublicTarget(site: Site, locale: string, kind: QueryField["kind"], id: SqlPiece): SqlPiece {
  if (kind === "product") {
    return piece`exists (select from listed_products as target where target.site_id = ${site.id} and target.id = ${id})`;
  }
  if (kind === "category") {
    return piece`exists (select from public_categories as target where target.site_id = ${site.id} and target.id = ${id})`;
  }
  return piece`exists (
    select from published_places as target
    where target.site_id = ${site.id} and target.document_id = ${id} and target.locale in (${locale}, ${site.defaultLocale})
  )`;
}

/** The counts of the facets in the JSON text of `facetCounts`. */
export function readCounts(facets: readonly Facet[], text: string | null): FieldCounts[] {
  const counted = JSON.parse(text ?? "[]") as ([value: string, count: number][] | null)[];
  return facets.map(({ field }, place) => ({
    field,
    counts: (counted[place] ?? []).map(([value, count]) => ({ value: valueOf(field.kind, value), count })),
  }));
}
