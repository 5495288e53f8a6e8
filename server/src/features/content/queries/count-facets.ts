import type { Site } from "../../../lib/site.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery, Facet } from "./compile-query.ts";
import { valueOf } from "./field-value.ts";
import type { QueryField } from "./query-field.ts";
import { isPublicTarget, matchingDocuments } from "./matching-documents.ts";
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
 * Facets without conditions of their own take one statement together. Targets that are not public do not count.
 */
export async function countFacets(
  sql: Sql,
  site: Site,
  locale: string,
  query: CompiledQuery,
): Promise<{ facets: FieldCounts[]; contentVersion: number | undefined }> {
  const groups = new Map<string, Facet[]>();
  for (const facet of query.facets) {
    const key = JSON.stringify(facet.formula);
    groups.set(key, [...(groups.get(key) ?? []), facet]);
  }
  const counted = query.facets.map(({ field, fieldId }) => ({ field, fieldId, counts: [] as FacetCount[] }));
  const versions = new Set<number>();
  for (const facets of groups.values()) {
    for (const { contentVersion, fieldId, value, count } of await readCounts(sql, site, locale, query, facets)) {
      versions.add(contentVersion);
      const own = counted.find((each) => each.fieldId === fieldId);
      if (own && value !== null && count !== null) own.counts.push({ value: valueOf(own.field.kind, value), count });
    }
  }
  // Of several moments: of none.
  return { facets: counted, contentVersion: versions.size > 1 ? -1 : [...versions][0] };
}

/** A value of a facet, or nulls for a facet without any. */
interface CountRow {
  contentVersion: number;
  fieldId: string | null;
  value: string | null;
  count: number | null;
}

async function readCounts(sql: Sql, site: Site, locale: string, query: CompiledQuery, facets: readonly Facet[]): Promise<CountRow[]> {
  const [{ formula }] = facets as [Facet];
  const kinds = facets.map(({ field }) => (isReference(field) ? field.kind : null));
  const ranges = query.ranges.filter(({ key }) => key === 0);
  const unordered = { ...query, ranges, search: query.search && { ...query.search, key: 0 } };
  // A condition in parentheses stays a lookup in a hash table: as a join, the planner would read the documents again for each value.
  return sql<CountRow>(
    ...statement`
      ${matchingDocuments(site, locale, unordered, formula)}
      select sites.content_version::float8 as "contentVersion", counted.field_id as "fieldId", counted.value, counted.count
      from sites
      cross join unnest(${facets.map(({ fieldId }) => fieldId)}::uuid[], ${kinds}::text[]) with ordinality as facet (field_id, kind, place)
      left join lateral (
        select field_id, value, count(*)::int as count
        from published_values
        where site_id = ${site.id}
          and field_id = facet.field_id
          and (document_id in (select matching.document_id from matching)) is true
        group by field_id, value
        having facet.kind is null or ${isPublicTarget(site, locale, piece`facet.kind`, piece`substr(published_values.value, 2)::uuid`)}
        order by count(*) desc, value
        limit ${mostValues}
      ) as counted on true
      where sites.id = ${site.id}
      order by facet.place, counted.count desc, counted.value`,
  );
}
