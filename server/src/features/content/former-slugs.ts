import type { PublicSaving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";
import { pageContentType } from "./document.ts";
import type { Publication } from "./publication.ts";

/** Remembers slugs that published pages had, and forgets those that pages have now. */
export async function keepFormerSlugs(
  tx: Sql,
  { now, ids }: Pick<PublicSaving, "now" | "ids">,
  siteId: string,
  moved: Publication["moved"],
  changed: Publication["changed"],
): Promise<void> {
  const rows = moved.flatMap(({ documentId, contentType, locale, slug }) =>
    contentType === pageContentType ? [{ id: ids.next(), document_id: documentId, locale, slug }] : [],
  );
  if (rows.length > 0) {
    await tx`
      insert into former_slugs (site_id, id, document_id, content_type, locale, slug, created_at)
      select distinct on (locale, slug) ${siteId}::uuid, id, document_id, ${pageContentType}, locale, slug, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, document_id uuid, locale text, slug text)
      on conflict (site_id, content_type, locale, slug) do update set
        document_id = excluded.document_id, created_at = excluded.created_at`;
  }
  const taken = changed.flatMap(({ published }) => (published?.contentType === pageContentType ? [published] : []));
  if (taken.length === 0) return;
  await tx`
    delete from former_slugs
    using unnest(${taken.map(({ locale }) => locale)}::text[], ${taken.map(({ slug }) => slug)}::text[]) as taken (locale, slug)
    where former_slugs.site_id = ${siteId}
      and former_slugs.content_type = ${pageContentType}
      and former_slugs.locale = taken.locale
      and former_slugs.slug = taken.slug`;
}

/** The page that was published under the slug before, in the locale or else the default one, as it is published there or else in the default one. */
export async function findMoved(
  sql: Sql,
  siteId: string,
  { slug, locale, fallback }: { slug: string; locale: string; fallback: string },
): Promise<{ slug: string; locale: string } | undefined> {
  const [found] = await sql<{ slug: string | null; locale: string | null }>`
    select places.slug, places.locale
    from former_slugs
    join published_places as places on places.site_id = ${siteId} and places.document_id = former_slugs.document_id
    where former_slugs.site_id = ${siteId}
      and former_slugs.content_type = ${pageContentType}
      and former_slugs.slug = ${slug}
      and former_slugs.locale in (${locale}, ${fallback})
      and places.locale in (${locale}, ${fallback})
    order by former_slugs.locale = ${locale} desc, places.locale = ${locale} desc
    limit 1`;
  return found && found.slug !== null && found.locale !== null ? { slug: found.slug, locale: found.locale } : undefined;
}
