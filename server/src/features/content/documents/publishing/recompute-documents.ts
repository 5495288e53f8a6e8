import type { Sql } from "../../../../ports/database.ts";

/** Raises the revisions of changed documents, and derives what lists show of them from their translations. */
export async function recomputeDocuments(tx: Sql, siteId: string, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await tx`
    update documents set
      revision = documents.revision + 1,
      title = lead.title,
      slug = lead.slug,
      updated_at = lead.edited_at,
      published_at = lead.published_at
    from (
      select distinct on (translations.document_id)
        translations.document_id,
        translations.published_at,
        case when translations.draft is null then translations.slug else coalesce(translations.draft_slug, translations.slug) end as slug,
        case when translations.draft is null then translations.title else translations.draft_title end as title,
        max(translations.edited_at) over (partition by translations.document_id) as edited_at
      from translations
      where translations.site_id = ${siteId} and translations.document_id = any (${documentIds}::uuid[])
      order by
        translations.document_id,
        translations.locale = (select sites.default_locale from sites where sites.id = ${siteId}) desc,
        translations.created_at,
        translations.id
    ) as lead
    where documents.site_id = ${siteId} and documents.id = lead.document_id`;
}
