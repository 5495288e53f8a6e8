import type { BoundSite } from "../rendering/index.ts";
import { filesUntil } from "../../../lib/media/signed-address.ts";
import type { Sql } from "../../../ports/database.ts";
import { hashPreviewToken } from "./preview-token.ts";

/** The page that a valid token opens. */
export interface FoundPreview {
  site: BoundSite;
  /** The id of the page. */
  id: string;
  /** The page in the locale, or else in the site's default one; undefined when it has a translation in neither. */
  page: { slug: string; locale: string; content: string; references: string | null; updatedAt: Date } | undefined;
}

interface Row extends Omit<BoundSite, "filesUntil"> {
  hasPrivateFiles: boolean;
  locales: string[];
  documentId: string;
  pageSlug: string | null;
  pageLocale: string | null;
  content: string | null;
  references: string | null;
  updatedAt: Date | null;
}

const nobodysSite = "00000000-0000-0000-0000-000000000000";

/**
 * The page of a valid token: known, not expired, not cancelled, of an existing page and of a site that is neither suspended nor deleted. One statement
 * decides all of that; another one before it finds the token's site. Both also run for an invalid token, so that neither the response nor
 * its time tells one refusal from another. Without a locale, or with one that the site does not have, it uses the default one.
 */
export async function findPreview(
  sql: Sql,
  { token, locale, now }: { token: string; locale: string | undefined; now: Date },
): Promise<FoundPreview | undefined> {
  const tokenHash = hashPreviewToken(token);
  const [previewRow] = await sql<{ siteId: string }>`select site_id as "siteId" from previews where token_hash = ${tokenHash}`;
  const siteId = previewRow?.siteId ?? nobodysSite;
  const [row] = await sql<Row>`
    select
      sites.id,
      sites.slug,
      sites.name,
      sites.default_locale as "defaultLocale",
      sites.locales,
      sites.storefront_url as "storefrontUrl",
      coalesce((sites.settings -> 'media' ->> 'private')::boolean, false) as "hasPrivateFiles",
      documents.id as "documentId",
      shown.slug as "pageSlug",
      shown.locale as "pageLocale",
      shown.content::text as content,
      (
        select json_agg(json_build_array(links.path, links.kind, links.target_id))
        from content_references as links
        where links.site_id = ${siteId} and links.translation_id = shown.id and links.is_draft = shown.is_draft
      )::text as references,
      shown.updated_at as "updatedAt"
    from previews
    join sites on sites.id = previews.site_id and sites.suspended_at is null and sites.deleted_at is null
    join documents on documents.site_id = ${siteId}
      and documents.id = previews.document_id
      and documents.content_type = 'page'
      and documents.trashed_at is null
    left join lateral (
      select
        translations.id,
        case when translations.draft is null then translations.slug else coalesce(translations.draft_slug, translations.slug) end as slug,
        translations.locale,
        translations.draft is not null as is_draft,
        coalesce(translations.draft, versions.content) as content,
        case when translations.draft is null then versions.created_at else translations.draft_updated_at end as updated_at
      from translations
      left join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
      where translations.site_id = ${siteId}
        and translations.document_id = previews.document_id
        and translations.locale in (${locale ?? ""}, sites.default_locale)
      order by translations.locale = ${locale ?? ""} desc
      limit 1
    ) as shown on true
    where previews.token_hash = ${tokenHash} and previews.expires_at > ${now} and previews.cancelled_at is null`;
  if (!row) return undefined;
  const { documentId, pageSlug, pageLocale, content, references, updatedAt, hasPrivateFiles, ...rest } = row;
  const site = { ...rest, filesUntil: filesUntil(hasPrivateFiles, now) };
  const isWritten = pageSlug !== null && pageLocale !== null && content !== null && updatedAt !== null;
  return { site, id: documentId, page: isWritten ? { slug: pageSlug, locale: pageLocale, content, references, updatedAt } : undefined };
}
