import type { ReadEntries } from "../content/index.ts";

/**
 * The data of entries as a preview shows them: the draft if there is one, else the published version; including never published ones. Found
 * by the rule of single reads. Only for requests with a preview token, and to measure drafts on save: never for public reads.
 */
export const readDraftEntries: ReadEntries = (sql, site, wanted, maxBytes) =>
  sql<{ place: number; content: string | null }>`
    select
      wanted.place::int - 1 as place,
      case when sum(octet_length(found.content::text)) over (order by wanted.place) <= ${maxBytes} then found.content::text end as content
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ slug }) => slug)}::text[],
      ${wanted.map(({ locale }) => locale)}::text[]
    ) with ordinality as wanted (content_type, slug, locale, place)
    cross join lateral (
      select coalesce(shown.draft, versions.content) as content
      from translations as named
      join translations as shown on shown.site_id = named.site_id and shown.document_id = named.document_id
      left join versions on versions.site_id = shown.site_id and versions.id = shown.published_version_id
      where named.site_id = ${site.id}
        and named.content_type = wanted.content_type
        and named.content_type <> 'page'
        and named.slug = wanted.slug
        and named.locale in (wanted.locale, ${site.defaultLocale})
        and shown.locale in (wanted.locale, ${site.defaultLocale})
      order by named.locale = wanted.locale desc, shown.locale = wanted.locale desc
      limit 1
    ) as found
    order by wanted.place`;
