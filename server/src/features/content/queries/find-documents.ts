import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { listedDocuments, type ListedDocument, type PublishedDocument } from "../document.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { matchingDocuments } from "./matching-documents.ts";
import { wholeType, type FoundPage } from "./whole-type.ts";

/** A page of the documents that a query finds, all of one moment. */
export interface FoundDocuments {
  contentVersion: number;
  catalogVersion: number;
  total: number;
  documents: PublishedDocument[];
}

/** The documents that a query finds. `withoutContent` leaves the content at the title and `seo` of a page. */
export async function findDocuments(
  sql: Sql,
  site: Site,
  locale: string,
  query: CompiledQuery,
  paging: Paging & { withoutContent: boolean },
): Promise<FoundDocuments> {
  const { parts, total, page } = wholeType(site, query, paging) ?? matchingPage(site, locale, query, paging);
  const rows = await sql<ListedDocument & { catalogVersion: number }>(
    ...statement`
      ${parts}
      select
        sites.content_version::float8 as "contentVersion",
        sites.catalog_version::float8 as "catalogVersion",
        (${total}) as total,
        shown.document_id as id,
        shown.slug,
        shown.locale,
        shown.published_at as "publishedAt",
        shown.first_published_at as "firstPublishedAt",
        shown.created_at as "createdAt",
        versions.created_at as "updatedAt",
        (
          select coalesce(json_agg(json_build_object('locale', other.locale, 'slug', other.slug) order by other.locale), '[]')
          from published_places as other
          where other.site_id = ${site.id} and other.document_id = item.document_id and other.locale <> ${locale}
        )::text as alternates,
        case
          when ${paging.withoutContent}::boolean then (
            select row_to_json(parts)::text
            from (select versions.content -> 'title' as title, versions.content -> 'seo' as seo) as parts
          )
          else versions.content::text
        end as content,
        versions.has_bindings as "hasBindings",
        (
          select json_agg(json_build_array(links.path, links.kind, links.target_id))
          from published_references as links
          where links.site_id = ${site.id} and links.translation_id = shown.translation_id
        )::text as references
      from sites
      left join lateral (
        select ordered.document_id, row_number() over () as place
        from (
          ${page}
        ) as ordered
      ) as item on true
      left join published_places as shown on shown.site_id = ${site.id} and shown.document_id = item.document_id and shown.locale = ${locale}
      left join versions on versions.site_id = ${site.id} and versions.id = shown.published_version_id
      where sites.id = ${site.id}
      order by item.place`,
  );
  return { catalogVersion: rows[0]?.catalogVersion ?? -1, ...listedDocuments(rows) };
}

/** The documents that meet the conditions, in the order of the sort keys. */
function matchingPage(site: Site, locale: string, query: CompiledQuery, paging: Paging): FoundPage {
  const [first, second, third] = query.sort;
  const lookup = (index: number) => (query.looksUp ? (query.sort[index]?.fieldId ?? null) : null);
  return {
    parts: matchingDocuments(site, locale, query, query.formula),
    total: piece`select count(*)::int from matching`,
    page: piece`
      select matching.document_id
      from matching
      left join lateral (
        select
          case when ${query.looksUp}::boolean then (
            select max(own.value) from published_values as own
            where own.site_id = ${site.id} and own.document_id = matching.document_id and own.field_id = ${lookup(0)}
          ) end as key1,
          case when ${query.looksUp}::boolean then (
            select max(own.value) from published_values as own
            where own.site_id = ${site.id} and own.document_id = matching.document_id and own.field_id = ${lookup(1)}
          ) end as key2,
          case when ${query.looksUp}::boolean then (
            select max(own.value) from published_values as own
            where own.site_id = ${site.id} and own.document_id = matching.document_id and own.field_id = ${lookup(2)}
          ) end as key3
      ) as looked_up on true
      cross join lateral (
        select
          coalesce(matching.key1, looked_up.key1) as key1,
          coalesce(matching.key2, looked_up.key2) as key2,
          coalesce(matching.key3, looked_up.key3) as key3
      ) as keys
      order by
        case when not ${first?.isDescending ?? false}::boolean then keys.key1 end,
        case when ${first?.isDescending ?? false}::boolean then keys.key1 end desc nulls last,
        case when not ${second?.isDescending ?? false}::boolean then keys.key2 end,
        case when ${second?.isDescending ?? false}::boolean then keys.key2 end desc nulls last,
        case when not ${third?.isDescending ?? false}::boolean then keys.key3 end,
        case when ${third?.isDescending ?? false}::boolean then keys.key3 end desc nulls last,
        matching.document_id
      limit ${paging.pageSize} offset ${offsetOf(paging)}`,
  };
}
