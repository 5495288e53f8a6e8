import type { Sql } from "../../../ports/database.ts";
import { isUuid, noUuid } from "../../../lib/text/uuid.ts";
import { pageContentType } from "../rendering/index.ts";

/** The ids of documents in the trash that an import has written, by the name that they had and that no other has now; with their places in the list. */
export async function findTrashedIds(
  tx: Sql,
  siteId: string,
  wanted: readonly { contentType: string; name: string }[],
): Promise<{ place: number; id: string }[]> {
  return tx<{ place: number; id: string }>`
    select distinct on (wanted.place) wanted.place::int - 1 as place, documents.id
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ name }) => name)}::text[]
    ) with ordinality as wanted (content_type, name, place)
    join documents on documents.site_id = ${siteId}
      and documents.trashed_at is not null
      and documents.content_type = wanted.content_type
      and documents.name_before = wanted.name
    where exists (
      select from translations
      where translations.site_id = ${siteId} and translations.document_id = documents.id and translations.imported_revision is not null
    )
      and not exists (
        select from documents as others
        where others.site_id = ${siteId} and others.content_type = wanted.content_type and others.name = wanted.name
      )
    order by wanted.place, documents.trashed_at desc`;
}

/**
 * The ids of documents by name, or where none has the name, by an id in its place; with their places in the list. A content type of "" is
 * any but that of pages.
 */
export async function findDocumentIds(
  tx: Sql,
  siteId: string,
  wanted: readonly { contentType: string; name: string }[],
): Promise<{ place: number; id: string }[]> {
  return tx<{ place: number; id: string }>`
    select distinct on (wanted.place) wanted.place::int - 1 as place, documents.id
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ name }) => name)}::text[],
      ${wanted.map(({ name }) => (isUuid(name) ? name : noUuid))}::uuid[]
    ) with ordinality as wanted (content_type, name, id, place)
    join documents on documents.site_id = ${siteId}
      and documents.trashed_at is null
      and (documents.id = wanted.id or (documents.content_type = wanted.content_type and documents.name = wanted.name))
      and (documents.content_type = wanted.content_type or (wanted.content_type = '' and documents.content_type <> ${pageContentType}))
    order by wanted.place, documents.name = wanted.name desc`;
}

/** The ids of documents by a slug of theirs, in the default locale or else in any; with their places in the list. */
export async function findIdsBySlug(
  sql: Sql,
  siteId: string,
  wanted: readonly { contentType: string; name: string }[],
): Promise<{ place: number; id: string }[]> {
  return sql<{ place: number; id: string }>`
    select distinct on (wanted.place) wanted.place::int - 1 as place, translations.document_id as id
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ name }) => name)}::text[]
    ) with ordinality as wanted (content_type, name, place)
    join translations on translations.site_id = ${siteId}
      and translations.content_type = wanted.content_type
      and translations.slug = wanted.name
      and not translations.is_trashed
    order by
      wanted.place,
      translations.locale = (select sites.default_locale from sites where sites.id = ${siteId}) desc,
      translations.published_version_id is null,
      translations.locale,
      translations.document_id`;
}
