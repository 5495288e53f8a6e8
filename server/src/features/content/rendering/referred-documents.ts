import type { Sql } from "../../../ports/database.ts";
import type { Site } from "../../../lib/site.ts";

/** A document as a response needs it that refers to it. */
export interface ReferredDocument {
  id: string;
  contentType: string;
  slug: string;
  locale: string;
  title: string;
  /** JSON text, if it was requested and fits. */
  content: string | null;
  references: string | null;
}

/** A reference's target: in the locale of the document that refers to it, or else in the site's default one. */
interface WantedDocument {
  id: string;
  locale: string;
  isWhole: boolean;
}

/** A row of a reader. The types of a view's columns all allow null. */
type ReferredRow = { place: number } & { [K in keyof ReferredDocument]: ReferredDocument[K] | null };

/**
 * Reads documents in one statement. `place` is the index of the wanted one; those that may not be shown are missing. In their order it reads as
 * many contents as fit into the given bytes.
 */
export type ReadReferred = (
  sql: Sql,
  site: Pick<Site, "id" | "defaultLocale">,
  wanted: readonly WantedDocument[],
  maxBytes: number,
) => Promise<ReferredRow[]>;

/** The published ones. */
export const readPublishedReferred: ReadReferred = (sql, site, wanted, maxBytes) =>
  sql<ReferredRow>`
    select
      wanted.place::int - 1 as place,
      found.document_id as id,
      found.content_type as "contentType",
      found.slug,
      found.locale,
      found.title,
      case
        when sum(octet_length(shown.content)) over (order by wanted.place) <= ${maxBytes} then shown.content
      end as content,
      case when wanted.is_whole then (
        select json_agg(json_build_array(links.path, links.kind, links.target_id))
        from published_references as links
        where links.site_id = ${site.id} and links.translation_id = found.translation_id
      )::text end as references
    from unnest(
      ${wanted.map(({ id }) => id)}::uuid[],
      ${wanted.map(({ locale }) => locale)}::text[],
      ${wanted.map(({ isWhole }) => isWhole)}::boolean[]
    ) with ordinality as wanted (id, locale, is_whole, place)
    cross join lateral (
      select places.document_id, places.content_type, places.slug, places.locale, places.title, places.translation_id, places.published_version_id
      from published_places as places
      where places.site_id = ${site.id} and places.document_id = wanted.id and places.locale in (wanted.locale, ${site.defaultLocale})
      order by places.locale = wanted.locale desc
      limit 1
    ) as found
    left join lateral (
      -- Of a page all but its composition, whose blocks have bindings and references of their own.
      select case
        when found.content_type = 'page' then
          json_build_object('title', versions.content -> 'title', 'seo', versions.content -> 'seo')::text
        else versions.content::text
      end as content
      from versions
      where versions.site_id = ${site.id} and versions.id = found.published_version_id and wanted.is_whole
    ) as shown on true
    order by wanted.place`;
