import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { DocumentInput, Publication, StoredTranslation } from "./publishing/publication.ts";
import { slugTag } from "../rendering/index.ts";

/** Saves the aliases of documents, and counts as updated what nothing else changed. */
export async function countAliased(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  inputs: readonly DocumentInput[],
  storedTranslations: ReadonlyMap<number, StoredTranslation>,
  { edited, saved, tally }: Publication,
): Promise<void> {
  const left = new Set(edited.map(({ place }) => place));
  const aliases = inputs.flatMap(({ contentType, locale, aliases: slugs = [] }, place) => {
    const documentId = storedTranslations.get(place)?.documentId ?? "";
    return left.has(place) ? [] : slugs.map((slug) => ({ documentId, contentType, locale, slug }));
  });
  const savedIds = new Set(saved.map(({ documentId }) => documentId));
  const others = (await saveAliases(tx, ctx, siteId, aliases)).filter((documentId) => !savedIds.has(documentId));
  tally.updated += others.length;
  tally.unchanged -= others.length;
}

/**
 * Remembers slugs for documents that were never published under them here, but for those that published documents have. Returns the documents that it was new
 * for, each once.
 */
async function saveAliases(
  tx: Sql,
  { now, ids, touched }: PublicWriteContext,
  siteId: string,
  aliases: readonly { documentId: string; contentType: string; locale: string; slug: string }[],
): Promise<string[]> {
  if (aliases.length === 0) return [];
  const rows = aliases.map(({ documentId, contentType, locale, slug }) => {
    return { id: ids.next(), document_id: documentId, content_type: contentType, locale, slug };
  });
  const saved = await tx<{ documentId: string; contentType: string; slug: string }>`
    insert into former_slugs (site_id, id, document_id, content_type, locale, slug, created_at)
    select distinct on (content_type, locale, slug)
      ${siteId}::uuid, id, document_id, content_type, locale, slug, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, document_id uuid, content_type text, locale text, slug text)
    where not exists (
      select from translations
      where translations.site_id = ${siteId}
        and translations.content_type = given.content_type
        and translations.locale = given.locale
        and translations.slug = given.slug
        and translations.published_version_id is not null
    )
    on conflict (site_id, content_type, locale, slug) do update set
      document_id = excluded.document_id, created_at = excluded.created_at
    where former_slugs.document_id <> excluded.document_id
    returning document_id as "documentId", content_type as "contentType", slug`;
  for (const { contentType, slug } of saved) touched.add(slugTag(contentType, slug));
  return [...new Set(saved.map(({ documentId }) => documentId))];
}
