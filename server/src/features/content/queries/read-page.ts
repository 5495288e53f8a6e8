import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { type ListedDocument, listedDocuments, type PublishedDocument } from "../rendering/index.ts";

/** How a statement finds a page of a list. */
export interface FoundPage {
  /** The parts of a `with` that the others read from. */
  parts: SqlPiece;
  /** The number of all documents. */
  total: SqlPiece;
  /** The ids of the documents of the page, in order. */
  page: SqlPiece;
  /** The counts of the facets, as JSON text. */
  counts: SqlPiece;
}

/** A page that another statement has found. */
export function pageOf(ids: readonly string[], total: number): FoundPage {
  return {
    parts: piece``,
    total: piece`${total}::int`,
    page: piece`
      select given.document_id
      from unnest(${ids}::uuid[]) with ordinality as given (document_id, place)
      order by given.place`,
    counts: piece`null`,
  };
}

/** A page of the documents that a query finds, all of one moment. */
export interface ReadPage {
  contentVersion: number;
  catalogVersion: number;
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
  { parts, total, page, counts }: FoundPage,
  withoutContent: boolean,
): Promise<ReadPage> {
  const rows = await sql<ListedDocument & Pick<ReadPage, "catalogVersion" | "counts">>(
    ...statement`
      ${parts}
      select
        site_versions.content_version::float8 as "contentVersion",
        site_versions.catalog_version::float8 as "catalogVersion",
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
      from site_versions
      left join lateral (
        select ordered.document_id, row_number() over () as place
        from (
          ${page}
        ) as ordered
      ) as item on true
      left join published_places as shown on shown.site_id = ${site.id} and shown.document_id = item.document_id and shown.locale = ${locale}
      left join versions on versions.site_id = ${site.id} and versions.id = shown.published_version_id
      where site_versions.site_id = ${site.id}
      order by item.place`,
  );
  const { catalogVersion = -1, counts: counted = null } = rows[0] ?? {};
  return { catalogVersion, counts: counted, ...listedDocuments(rows) };
}
