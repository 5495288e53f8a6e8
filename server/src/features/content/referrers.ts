import type { Sql } from "../../ports/database.ts";

/** A place in the site's content that refers to an object. */
export interface Referrer {
  contentType: string;
  /** The document's name. */
  name: string;
  slug: string;
  locale: string;
  state: "PUBLISHED" | "DRAFT";
  /** JSON Pointer into the content. */
  path: string;
}

/** All places that refer to the object, published ones and drafts. */
export async function findReferrers(sql: Sql, siteId: string, targetId: string): Promise<Referrer[]> {
  const rows = await sql<Omit<Referrer, "state"> & { isDraft: boolean }>`
    select
      translations.content_type as "contentType",
      documents.name,
      translations.slug,
      translations.locale,
      links.is_draft as "isDraft",
      links.path
    from content_references as links
    join translations on translations.site_id = links.site_id and translations.id = links.translation_id
    join documents on documents.site_id = links.site_id and documents.id = translations.document_id
    where links.site_id = ${siteId} and links.target_id = ${targetId}
    order by translations.content_type, documents.name, translations.locale, links.is_draft, links.path`;
  return rows.map(({ isDraft, ...row }) => ({ ...row, state: isDraft ? "DRAFT" : "PUBLISHED" }));
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
