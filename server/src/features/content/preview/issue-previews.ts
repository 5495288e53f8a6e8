import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange, type RecordedChange } from "../../people/audit/index.ts";
import { hashPreviewToken, newPreviewToken } from "./preview-token.ts";

/** A page that a person named. */
export interface NamedPage {
  id: string;
  name: string;
  /** The locale to request: the site's default one if the page is written in it. */
  locale: string;
  isDefaultLocale: boolean;
}

/** The pages of the site that a text may refer to: the one of that name; or else those with that slug, in any locale. */
export async function findPages(sql: Sql, siteId: string, nameOrSlug: string): Promise<NamedPage[]> {
  const pages = await sql<NamedPage>`
    select documents.id, documents.name, written.locale, written.locale = sites.default_locale as "isDefaultLocale"
    from documents
    join sites on sites.id = documents.site_id
    cross join lateral (
      select translations.locale
      from translations
      where translations.site_id = ${siteId} and translations.document_id = documents.id
      order by translations.locale = sites.default_locale desc, translations.locale
      limit 1
    ) as written
    where documents.site_id = ${siteId}
      and documents.content_type = 'page'
      and documents.trashed_at is null
      and (
        documents.name = ${nameOrSlug}
        or exists (
          select from translations
          where translations.site_id = ${siteId}
            and translations.document_id = documents.id
            and translations.slug = ${nameOrSlug}
        )
      )
    order by documents.name`;
  const named = pages.filter(({ name }) => name === nameOrSlug);
  return named.length > 0 ? named : pages;
}

/** The locale in which a preview shows a page: the default one if the page is written in it, else the first. Undefined: there is no such page. */
export async function previewLocale(
  sql: Sql,
  { id, defaultLocale }: { id: string; defaultLocale: string },
  pageId: string,
): Promise<string | undefined> {
  const [written] = await sql<{ locale: string }>`
    select locale from translations
    where site_id = ${id} and document_id = ${pageId}
    order by locale = ${defaultLocale} desc, locale
    limit 1`;
  return written?.locale;
}

/**
 * Makes a token for a page of the site, or uses the given one. Only this call returns it. Undefined when the given token exists already, or
 * there is no such page.
 */
export async function createPreview(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { pageId, token: givenToken, expiresAt }: { pageId: string; token?: string; expiresAt: Date },
): Promise<{ id: string; token: string } | undefined> {
  const token = givenToken ?? newPreviewToken();
  const [created] = await tx<{ id: string }>`
    insert into previews (id, site_id, document_id, token_hash, last_four, is_given, expires_at, created_at)
    select
      ${ids.next()}::uuid, documents.site_id, documents.id, ${hashPreviewToken(token)}::bytea, ${token.slice(-4)}::text,
      ${givenToken !== undefined}::boolean, ${expiresAt}::timestamptz, ${now}::timestamptz
    from documents
    where documents.site_id = ${siteId} and documents.id = ${pageId} and documents.content_type = 'page'
    on conflict (token_hash) do nothing
    returning id`;
  return created && { id: created.id, token };
}

/** The same for a release of the site. */
async function createReleasePreview(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { releaseId, expiresAt }: { releaseId: string; expiresAt: Date },
): Promise<{ id: string; token: string } | undefined> {
  const token = newPreviewToken();
  const [created] = await tx<{ id: string }>`
    insert into previews (id, site_id, release_id, token_hash, last_four, is_given, expires_at, created_at)
    select
      ${ids.next()}::uuid, releases.site_id, releases.id, ${hashPreviewToken(token)}::bytea, ${token.slice(-4)}::text, false,
      ${expiresAt}::timestamptz, ${now}::timestamptz
    from releases
    where releases.site_id = ${siteId} and releases.id = ${releaseId}
    on conflict (token_hash) do nothing
    returning id`;
  return created && { id: created.id, token };
}

export interface StoredPreview {
  id: string;
  /** The page's name; null when it is gone, or the preview is of a release. */
  page: string | null;
  /** The release's name. */
  release: string | null;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date;
  cancelledAt: Date | null;
}

/** The site's previews, the newest first, including those that ended lately. The tokens themselves are not stored. */
export async function listPreviews(sql: Sql, siteId: string): Promise<StoredPreview[]> {
  return sql<StoredPreview>`
    select
      previews.id, documents.name as page, releases.name as release, previews.last_four as "lastFour", previews.created_at as "createdAt",
      previews.expires_at as "expiresAt", previews.cancelled_at as "cancelledAt"
    from previews
    left join documents on documents.site_id = previews.site_id and documents.id = previews.document_id
    left join releases on releases.site_id = previews.site_id and releases.id = previews.release_id
    where previews.site_id = ${siteId}
    order by previews.created_at desc, previews.id desc`;
}

/**
 * Cancels the site's running preview with the token or the id, or all of a page. Resolves with their number. No process caches previews, so
 * none shows it from then on.
 */
export async function cancelPreviews(
  tx: Sql,
  ctx: WriteContext,
  by: Pick<RecordedChange, "actor" | "action"> & { siteId: string },
  which: { tokenOrId: string } | { pageId: string },
): Promise<number> {
  const { siteId } = by;
  const { now } = ctx;
  const cancelled =
    "pageId" in which
      ? await tx<{ id: string }>`
          update previews set cancelled_at = ${now}
          where site_id = ${siteId} and document_id = ${which.pageId} and cancelled_at is null and expires_at > ${now}
          returning id`
      : await tx<{ id: string }>`
          update previews set cancelled_at = ${now}
          where site_id = ${siteId}
            and (id::text = ${which.tokenOrId} or token_hash = ${hashPreviewToken(which.tokenOrId)})
            and cancelled_at is null and expires_at > ${now}
          returning id`;
  for (const { id } of cancelled) await recordChange(tx, ctx, { ...by, target: { type: "preview", id }, removes: true });
  return cancelled.length;
}

/** Makes a preview for somebody, in their transaction. Only this call returns its token. Undefined: there is no such page or release. */
export async function issuePreviewOf(
  tx: Sql,
  ctx: WriteContext,
  by: Pick<RecordedChange, "actor" | "action"> & { siteId: string },
  previewInput: { pageId: string; expiresAt: Date } | { releaseId: string; expiresAt: Date },
): Promise<{ id: string; token: string } | undefined> {
  const preview = await ("pageId" in previewInput
    ? createPreview(tx, ctx, by.siteId, previewInput)
    : createReleasePreview(tx, ctx, by.siteId, previewInput));
  if (!preview) return undefined;
  const changes = [
    "pageId" in previewInput ? { member: "page", to: previewInput.pageId } : { member: "release", to: previewInput.releaseId },
    { member: "expiresAt", to: previewInput.expiresAt.toISOString() },
  ];
  await recordChange(tx, ctx, { ...by, target: { type: "preview", id: preview.id }, changes });
  return preview;
}
