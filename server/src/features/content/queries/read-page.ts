import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { listedDocuments, type ListedDocument, type PublishedDocument } from "../document.ts";

/** How a statement finds a page of a list. */
export interface FoundPage {
  /** The parts of a `with` that the others read from. */
  parts: SqlPiece;
  /** Whether the documents are too many for the statement: it has found none of them then. */
  areMany: SqlPiece;
  /** The number of all documents. */
  total: SqlPiece;
  /** The ids of the documents of the page, in order. */
  page: SqlPiece;
  /** The counts of the facets, as JSON text. */
  counts: SqlPiece;
}

/** Of a page whose statement finds any number of documents, and counts nothing. */
export const noCounts: Pick<FoundPage, "areMany" | "counts"> = { areMany: piece`false`, counts: piece`null` };

/** A page of the documents that a query finds, all of one moment. */
export interface ReadPage {
  contentVersion: number;
  catalogVersion: number;
  areMany: boolean;
  total: number;
  documents: PublishedDocument[];
  /** JSON text; null: there are none. */
  counts: string | null;
}

/** Reads the documents of a page. `withoutContent` leaves the content at the title and `seo` of a page. */
export async function readPage(
  sql: Sql,
  site: Site,
  locale: string,
  { parts, areMany, total, page, counts }: FoundPage,
  withoutContent: boolean,
): Promise<ReadPage> {
  const rows = await sql<ListedDocument & Pick<ReadPage, "catalogVersion" | "areMany" | "counts">>(
    ...statement`
      ${parts}
      select
        sites.content_version::float8 as "contentVersion",
        sites.catalog_version::float8 as "catalogVersion",
        (${areMany}) as "areMany",
        (${total}) as total,
        case when coalesce(item.place, 1) = 1 then (${counts})::text end as counts,
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
          when ${withoutContent}::boolean then (
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
  const { catalogVersion = -1, areMany: isMany = false, counts: counted = null } = rows[0] ?? {};
  return { catalogVersion, areMany: isMany, counts: counted, ...listedDocuments(rows) };
}
