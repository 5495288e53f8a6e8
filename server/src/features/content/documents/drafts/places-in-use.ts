import { inUse } from "../../../../lib/admin/refusals.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";

const shownPlaces = 100;

/**
 * Throws `in_use` with the places that refer to a document, other than its own. `ofHidden`: only if nothing of it is public, and then only published
 * places, which show nothing in its place. `but`: other documents whose references do not count.
 */
export async function refuseInUse(
  tx: Sql,
  siteId: string,
  documentId: string,
  { ofHidden = false, but = [] }: { ofHidden?: boolean; but?: readonly string[] } = {},
): Promise<void> {
  const rows = await tx<{
    document: string;
    contentType: string;
    locale: string;
    state: string;
    path: string | null;
    title: string;
    total: number;
  }>`
    select
      translations.document_id as document,
      translations.content_type as "contentType",
      translations.locale,
      case when links.is_draft then 'DRAFT' else 'PUBLISHED' end as state,
      regexp_replace(links.path, '#(asset|page|entry|product|category):[^#]*$', '')::text as path,
      case when links.is_draft then translations.draft_title else translations.title end as title,
      count(*) over ()::int as total
    from content_references as links
    join translations on translations.site_id = ${siteId} and translations.id = links.translation_id
    where links.site_id = ${siteId}
      and links.target_id = ${documentId}
      and translations.document_id <> ${documentId}
      and translations.document_id <> all (${but}::uuid[])
      and (not ${ofHidden}::boolean or not links.is_draft)
      and (not ${ofHidden}::boolean or not exists (
        select from published_places as shown where shown.site_id = ${siteId} and shown.document_id = ${documentId}
      ))
    order by links.is_draft, translations.content_type, title, translations.locale, links.path
    limit ${shownPlaces}`;
  const [first] = rows;
  if (!first) return;
  const places = rows.map(({ total: _, ...place }) => place);
  const detail = "Take the references away, or send force=true: the others show nothing in its place.";
  throw new ProblemError(inUse, { detail, members: { places, placesTotal: first.total } });
}
