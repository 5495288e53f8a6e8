import type { ContentReaders } from "../rendering/index.ts";

/**
 * The data of entries as a preview shows them: the draft if there is one, else the published version; including never published ones. Found
 * by the rule of single reads.
 */
const readDraftEntries: ContentReaders["readEntries"] = (sql, site, wanted, maxBytes) =>
  sql<{ place: number; content: string | null; references: string | null }>`
    select
      wanted.place::int - 1 as place,
      case when sum(octet_length(found.content::text)) over (order by wanted.place) <= ${maxBytes} then found.content::text end as content,
      (
        select json_agg(json_build_array(links.path, links.kind, links.target_id))
        from content_references as links
        where links.site_id = ${site.id} and links.translation_id = found.id and links.is_draft = found.is_draft
      )::text as references
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ slug }) => slug)}::text[],
      ${wanted.map(({ locale }) => locale)}::text[]
    ) with ordinality as wanted (content_type, slug, locale, place)
    cross join lateral (
      select shown.id, coalesce(shown.draft, versions.content) as content, shown.draft is not null as is_draft
      from translations as named
      join translations as shown on shown.site_id = named.site_id and shown.document_id = named.document_id
      left join versions on versions.site_id = shown.site_id and versions.id = shown.published_version_id
      where named.site_id = ${site.id}
        and named.content_type = wanted.content_type
        and named.content_type <> 'page'
        and named.slug = wanted.slug
        and not named.is_trashed
        and named.locale in (wanted.locale, ${site.defaultLocale})
        and shown.locale in (wanted.locale, ${site.defaultLocale})
      order by named.locale = wanted.locale desc, shown.locale = wanted.locale desc
      limit 1
    ) as found
    order by wanted.place`;

/** The documents that drafts refer to, by the same rule. */
const readDraftReferred: ContentReaders["readReferred"] = (sql, site, wanted) =>
  sql`
    select
      wanted.place::int - 1 as place,
      found.document_id as id,
      found.content_type as "contentType",
      found.slug,
      found.locale,
      found.title,
      null as content,
      null as references
    from unnest(
      ${wanted.map(({ id }) => id)}::uuid[],
      ${wanted.map(({ locale }) => locale)}::text[]
    ) with ordinality as wanted (id, locale, place)
    cross join lateral (
      select
        shown.document_id, shown.content_type, shown.slug, shown.locale,
        case when shown.draft is null then shown.title else shown.draft_title end as title
      from translations as shown
      where shown.site_id = ${site.id}
        and shown.document_id = wanted.id
        and not shown.is_trashed
        and shown.locale in (wanted.locale, ${site.defaultLocale})
      order by shown.locale = wanted.locale desc
      limit 1
    ) as found
    order by wanted.place`;

/** Only for requests with a preview token, and to measure drafts on save: never for public reads. */
export const draftReaders: ContentReaders = { readEntries: readDraftEntries, readReferred: readDraftReferred };
