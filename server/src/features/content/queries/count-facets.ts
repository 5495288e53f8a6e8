import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { neverPasses, type BitTest, type CompiledQuery, type Formula } from "./compile-query.ts";
import { valueOf } from "./field-value.ts";
import type { QueryField } from "./query-field.ts";
import { bittedDocuments, isPublicTarget, passesTest } from "./matching-documents.ts";
import { mostGroups } from "./list-query.ts";
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

const mostValues = 50;

/**
 * The most frequent values of each facet's field, by their number of documents, over the documents that meet the conditions on other fields.
 * Targets that are not public do not count.
 */
export async function countFacets(
  sql: Sql,
  site: Site,
  locale: string,
  query: CompiledQuery,
): Promise<{ facets: FieldCounts[]; contentVersion: number | undefined }> {
  if (query.facets.length === 0) return { facets: [], contentVersion: undefined };
  const rows = await readCounts(sql, site, locale, query);
  const facets = query.facets.map(({ field }, place) => ({
    field,
    counts: rows.flatMap(({ place: own, value, count }) =>
      own === place + 1 && value !== null && count !== null ? [{ value: valueOf(field.kind, value), count }] : [],
    ),
  }));
  return { facets, contentVersion: rows[0]?.contentVersion };
}

/** A value of the facet at a place, from 1, or nulls for a facet without any. */
interface CountRow {
  contentVersion: number;
  place: number;
  value: string | null;
  count: number | null;
}

async function readCounts(sql: Sql, site: Site, locale: string, query: CompiledQuery): Promise<CountRow[]> {
  const { facets } = query;
  const kinds = facets.map(({ field }) => (isReference(field) ? field.kind : null));
  const areAll = facets.map(({ formula }) => acceptsEverything(formula));
  // The documents are needed where a facet does not count all of them.
  const isWhole = areAll.every(Boolean);
  const ranges = isWhole ? [] : query.ranges.filter(({ key }) => key === 0);
  const search = isWhole ? undefined : query.search && { ...query.search, key: 0 };
  const tests = facets.map(({ formula: { all, any } }) => [
    all,
    ...any,
    ...Array.from({ length: mostGroups - any.length }, () => neverPasses),
  ]);
  const bitsOf = (index: number, name: keyof BitTest) => piece`${tests.map((test) => test[index]?.[name] ?? 0)}::int[]`;
  const passes = (index: number) => passesTest(...(columns[index] as [SqlPiece, SqlPiece]));
  // A condition in parentheses stays a lookup in a hash table: as a join, the planner would read the documents again for each value.
  return sql<CountRow>(
    ...statement`
      with bitted as materialized (${bittedDocuments(site, locale, { ...query, ranges, search })}),
      tested as materialized (
        select facet.place, bitted.document_id
        from bitted
        cross join unnest(
          ${bitsOf(0, "required")}, ${bitsOf(0, "forbidden")}, ${bitsOf(1, "required")}, ${bitsOf(1, "forbidden")},
          ${bitsOf(2, "required")}, ${bitsOf(2, "forbidden")}, ${bitsOf(3, "required")}, ${bitsOf(3, "forbidden")},
          ${bitsOf(4, "required")}, ${bitsOf(4, "forbidden")}
        ) with ordinality as facet (
          all_required, all_forbidden, required1, forbidden1, required2, forbidden2, required3, forbidden3, required4, forbidden4, place
        )
        where ${passes(0)} and (${passes(1)} or ${passes(2)} or ${passes(3)} or ${passes(4)})
      )
      select sites.content_version::float8 as "contentVersion", facet.place::int as place, counted.value, counted.count
      from sites
      cross join unnest(
        ${facets.map(({ fieldId }) => fieldId)}::uuid[], ${kinds}::text[], ${areAll}::boolean[]
      ) with ordinality as facet (field_id, kind, is_all, place)
      left join lateral (
        select value, count(*)::int as count
        from published_values
        where site_id = ${site.id}
          and field_id = facet.field_id
          and (facet.is_all or ((facet.place, document_id) in (select tested.place, tested.document_id from tested)) is true)
        group by value
        having facet.kind is null or ${isPublicTarget(site, locale, piece`facet.kind`, piece`substr(published_values.value, 2)::uuid`)}
        order by count(*) desc, value
        limit ${mostValues}
      ) as counted on true
      where sites.id = ${site.id}
      order by facet.place, counted.count desc, counted.value`,
  );
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
function acceptsEverything({ all, any }: Formula): boolean {
  return [all, ...any].every(({ required, forbidden }) => required === 0 && forbidden === 0);
}
