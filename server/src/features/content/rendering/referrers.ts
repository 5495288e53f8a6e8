import type { Sql } from "../../../ports/database.ts";

/** The published translations that refer to documents, but for some: by the documents' ids, and each once. */
export async function findPublishedReferrers(
  sql: Sql,
  siteId: string,
  documentIds: readonly string[],
  but: readonly string[],
): Promise<{ targetId: string; count: number; title: string | null }[]> {
  return sql<{ targetId: string; count: number; title: string | null }>`
    select links.target_id as "targetId", count(distinct translations.id)::int as count, min(translations.title)::text as title
    from content_references as links
    join translations on translations.site_id = ${siteId} and translations.id = links.translation_id
    where links.site_id = ${siteId}
      and not links.is_draft
      and links.target_id = any (${documentIds}::uuid[])
      and translations.document_id <> all (${documentIds}::uuid[])
      and translations.id <> all (${but}::uuid[])
    group by links.target_id`;
}

/** Published content that refers to an object of which nothing is public. */
interface ShownReferrers {
  targetId: string;
  /** Of pages and entries, each locale counted. */
  count: number;
  /** One of them: its type and its name. */
  example: string;
}

/** The published content that refers to hidden ones of these objects. Of products and categories the caller knows that they are hidden. */
export async function findShownReferrers(sql: Sql, siteId: string, targetIds: readonly string[]): Promise<ShownReferrers[]> {
  const rows = await sql<{ [K in keyof ShownReferrers]: ShownReferrers[K] | null }>`
    select
      links.target_id as "targetId",
      count(distinct links.translation_id)::int as count,
      min(concat(documents.content_type, ' ', documents.name))::text as example
    from published_references as links
    join published_places as places on places.site_id = ${siteId} and places.translation_id = links.translation_id
    join documents on documents.site_id = ${siteId} and documents.id = places.document_id
    where links.site_id = ${siteId}
      and links.target_id = any (${targetIds}::uuid[])
      and not exists (
        select from published_places as shown where shown.site_id = ${siteId} and shown.document_id = links.target_id
      )
    group by links.target_id`;
  return rows as ShownReferrers[];
}
