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
