import type { Sql } from "../../ports/database.ts";
import { isUuid, noUuid } from "../../lib/text/uuid.ts";
import { pageContentType } from "./document.ts";

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
