import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery, Facet } from "./compile-query.ts";
import { neverPasses, type BitTest, type Formula } from "./formula.ts";
import { valueOf } from "./field-value.ts";
import { mostGroups } from "./list-query.ts";
import { isPublicTarget, passesTest } from "./matching-documents.ts";
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

/** Of each facet. */
export const mostCounted = 50;

/** The kind of a facet whose values are targets: those that are not public do not count. */
export function targetKind({ field }: Facet): string | null {
  return isReference(field) ? field.kind : null;
}

export interface WholeCounts {
  contentVersion: number;
  catalogVersion: number;
  /** JSON text, for `readCounts`. */
  counts: string | null;
}

/** Counts the values of a list without conditions. */
export async function countWhole(sql: Sql, site: Site, locale: string, { facets }: CompiledQuery): Promise<WholeCounts> {
  const [row] = await sql<WholeCounts>(
    ...statement`
      select
        sites.content_version::float8 as "contentVersion",
        sites.catalog_version::float8 as "catalogVersion",
        (${countedFacets(site, locale, facets)})::text as counts
      from sites
      where sites.id = ${site.id}`,
  );
  return row ?? { contentVersion: -1, catalogVersion: -1, counts: null };
}

const noDocuments = piece`select null::bigint as place, null::uuid as document_id where false`;

/** The documents of `bitted` that each facet counts, by its place from 1 on, if it does not count all. */
export function testedDocuments(facets: readonly Facet[]): SqlPiece {
  if (facets.length === 0) return noDocuments;
  const tests = facets.map(({ formula: { all, any } }) => [
    all,
    ...any,
    ...Array.from({ length: mostGroups - any.length }, () => neverPasses),
  ]);
  const bitsOf = (index: number, name: keyof BitTest) => piece`${tests.map((test) => test[index]?.[name] ?? 0)}::int[]`;
  const passes = (index: number) => passesTest(...(columns[index] as [SqlPiece, SqlPiece]));
  return piece`
      select facet.place, bitted.document_id
      from bitted
      cross join unnest(
        ${facets.map(({ formula }) => countsAll(formula))}::boolean[],
        ${bitsOf(0, "required")}, ${bitsOf(0, "forbidden")}, ${bitsOf(1, "required")}, ${bitsOf(1, "forbidden")},
        ${bitsOf(2, "required")}, ${bitsOf(2, "forbidden")}, ${bitsOf(3, "required")}, ${bitsOf(3, "forbidden")},
        ${bitsOf(4, "required")}, ${bitsOf(4, "forbidden")}
      ) with ordinality as facet (
        counts_all, all_required, all_forbidden, required1, forbidden1, required2, forbidden2, required3, forbidden3, required4, forbidden4, place
      )
      where not facet.counts_all and ${passes(0)} and (${passes(1)} or ${passes(2)} or ${passes(3)} or ${passes(4)})`;
}

/**
 * The most frequent values of each facet's field as JSON, with the facet's place from 1 on, by their number of documents: over all
 * documents, or over those of `tested`.
 */
export function countedFacets(site: Site, locale: string, facets: readonly Facet[]): SqlPiece {
  return piece`
    select json_agg(json_build_array(facet.place, counted.value, counted.count) order by facet.place, counted.count desc, counted.value)
    from unnest(
      ${facets.map(({ whole }) => whole.fieldId)}::uuid[],
      ${facets.map(targetKind)}::text[],
      ${facets.map(({ formula }) => countsAll(formula))}::boolean[]
    ) with ordinality as facet (field_id, kind, counts_all, place)
    cross join lateral (
      select every.value, every.count
      from (
        ${branches(site, facets)}
      ) as every
      where facet.kind is null or ${isPublicTarget(site, locale, piece`facet.kind`, piece`substr(every.value, 2)::uuid`)}
      order by every.count desc, every.value
      limit ${mostCounted}
    ) as counted`;
}

/** The counts of facets over all documents, and over those of `tested`: only what one of the facets needs. */
function branches(site: Site, facets: readonly Facet[]): SqlPiece {
  const ofAll = piece`
    select value, count(*)::int as count
    from published_values
    where facet.counts_all and site_id = ${site.id} and field_id = facet.field_id
    group by value`;
  const ofTested = piece`
    select own.value, count(*)::int as count
    from tested
    cross join lateral (
      select value
      from published_values
      where site_id = ${site.id} and document_id = tested.document_id and field_id = facet.field_id
      offset 0
    ) as own
    where tested.place = facet.place
    group by own.value`;
  if (facets.every(({ formula }) => countsAll(formula))) return ofAll;
  return facets.some(({ formula }) => countsAll(formula)) ? piece`${ofAll} union all ${ofTested}` : ofTested;
}

/** The bits of a test, of all groups together and of each. */
const columns: readonly (readonly [SqlPiece, SqlPiece])[] = [
  [piece`facet.all_required`, piece`facet.all_forbidden`],
  [piece`facet.required1`, piece`facet.forbidden1`],
  [piece`facet.required2`, piece`facet.forbidden2`],
  [piece`facet.required3`, piece`facet.forbidden3`],
  [piece`facet.required4`, piece`facet.forbidden4`],
];

/** Whether every document passes, with any bits. */
function countsAll({ all, any }: Formula): boolean {
  return [all, ...any].every(({ required, forbidden }) => required === 0 && forbidden === 0);
}

/** Of a facet, by its place from 1 on. */
export type CountedValue = [place: number, value: string, count: number];

/** The counts of the facets in the JSON text of `countedFacets`. */
export function readCounts(facets: readonly Facet[], text: string | null): FieldCounts[] {
  const rows = JSON.parse(text ?? "[]") as CountedValue[];
  return facets.map(({ field }, index) => ({
    field,
    counts: rows.flatMap(([place, value, count]) => (place === index + 1 ? [{ value: valueOf(field.kind, value), count }] : [])),
  }));
}
