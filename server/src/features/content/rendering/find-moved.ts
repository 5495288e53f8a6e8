import type { Sql } from "../../../ports/database.ts";

/**
 * The document of a type that was published under the slug before, in the locale or else the default one, as it is published in the locale or else in the
 * fallback.
 */
export async function findMoved(
  sql: Sql,
  { id: siteId, defaultLocale }: { id: string; defaultLocale: string },
  { contentType, slug, locale, fallback }: { contentType: string; slug: string; locale: string; fallback: string },
): Promise<{ slug: string; locale: string } | undefined> {
  const [row] = await sql<{ slug: string | null; locale: string | null }>`
    select places.slug, places.locale
    from former_slugs
    join published_places as places on places.site_id = ${siteId} and places.document_id = former_slugs.document_id
    where former_slugs.site_id = ${siteId}
      and former_slugs.content_type = ${contentType}
      and former_slugs.slug = ${slug}
      and former_slugs.locale in (${locale}, ${defaultLocale})
      and places.locale in (${locale}, ${fallback})
    order by former_slugs.locale = ${locale} desc, places.locale = ${locale} desc
    limit 1`;
  return row && row.slug !== null && row.locale !== null ? { slug: row.slug, locale: row.locale } : undefined;
}
