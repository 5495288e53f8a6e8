import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Publication } from "./publishing/publication.ts";

/**
 * Remembers the slugs that published documents had, and forgets those that documents have now. A remembered slug outlives whatever happens to its document, in the
 * trash too, until another document is published under it, or this one again.
 */
export async function keepFormerSlugs(
  tx: Sql,
  { now, ids }: Pick<PublicWriteContext, "now" | "ids">,
  siteId: string,
  moved: Publication["moved"],
  changed: Publication["changed"],
): Promise<void> {
  const rows = moved.map(({ documentId, contentType, locale, slug }) => {
    return { id: ids.next(), document_id: documentId, content_type: contentType, locale, slug };
  });
  if (rows.length > 0) {
    await tx`
      insert into former_slugs (site_id, id, document_id, content_type, locale, slug, created_at)
      select distinct on (content_type, locale, slug)
        ${siteId}::uuid, id, document_id, content_type, locale, slug, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, document_id uuid, content_type text, locale text, slug text)
      on conflict (site_id, content_type, locale, slug) do update set
        document_id = excluded.document_id, created_at = excluded.created_at`;
  }
  const taken = changed.flatMap(({ published }) => (published ? [published] : []));
  if (taken.length === 0) return;
  await tx`
    delete from former_slugs
    using unnest(
      ${taken.map(({ contentType }) => contentType)}::text[],
      ${taken.map(({ locale }) => locale)}::text[],
      ${taken.map(({ slug }) => slug)}::text[]
    ) as taken (content_type, locale, slug)
    where former_slugs.site_id = ${siteId}
      and former_slugs.content_type = taken.content_type
      and former_slugs.locale = taken.locale
      and former_slugs.slug = taken.slug`;
}

/** The slugs that lead to translations besides their own, by the translations' ids, the oldest first: of each the latest `most`. */
export async function readFormerSlugs(
  sql: Sql,
  siteId: string,
  translationIds: readonly string[],
  most: number,
): Promise<Map<string, string[]>> {
  const rows = await sql<{ translationId: string; slug: string }>`
    select translations.id as "translationId", former.slug
    from translations
    cross join lateral (
      select slug, created_at
      from former_slugs
      where former_slugs.site_id = ${siteId}
        and former_slugs.document_id = translations.document_id
        and former_slugs.locale = translations.locale
      order by created_at desc, slug
      limit ${most}
    ) as former
    where translations.site_id = ${siteId} and translations.id = any (${translationIds}::uuid[])
    order by translations.id, former.created_at, former.slug`;
  const slugs = new Map<string, string[]>();
  for (const { translationId, slug } of rows) slugs.set(translationId, [...(slugs.get(translationId) ?? []), slug]);
  return slugs;
}
