import { Type } from "typebox";
import { Instant, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";

const movedTo = {
  type: "object",
  required: ["slug", "locale"],
  properties: { slug: { type: "string" }, locale: { type: "string" } },
  description: "The present slug of a document that was published under the requested one before; otherwise absent.",
};
export const pageNotFound = problem("page_not_found", 404, "Page not found", { movedTo });
export const entryNotFound = problem("entry_not_found", 404, "Entry not found", { movedTo });
export const contentTypeNotFound = problem("content_type_not_found", 404, "Content type not found");

/**
 * The size of a page's or an entry's content as JSON text. As large as a request's body may be; a list shows a hundred, so this limit keeps
 * its response below 32 MiB.
 */
export const maxContentBytes = 256 * 1024;

/** Members and items of a draft in a request: 25 for each block of the longest page. */
export const maxDraftValues = 25_000;

/** The content type of pages. Built in, and never shown as a content type. */
export const pageContentType = "page";

export const FallbackParameter = Type.Enum(["default", "none"], {
  description: "`none`: only what is published in the requested locale, and not in the default one instead.",
});

/** The common members of pages and entries. `id` is one for all locales of a document. */
export const documentFields = {
  id: Uuid,
  locale: Type.String({ description: "The locale that was served.", examples: ["en"] }),
  publishedAt: Instant,
  firstPublishedAt: Instant,
  createdAt: Instant,
  updatedAt: Type.Unsafe<string>({ ...Instant, description: "When what is shown here last changed. Drafts do not count." }),
  alternates: Type.Array(Type.Object({ locale: Type.String(), slug: Type.String() }, { additionalProperties: false }), {
    description: "The document's other published locales.",
  }),
};

/** A published document as the statements of this feature read it. */
export interface PublishedDocument {
  id: string;
  slug: string;
  locale: string;
  publishedAt: Date;
  firstPublishedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  /** JSON text. */
  alternates: string;
  /** JSON text of the published content. */
  content: string;
  hasBindings: boolean;
  /** JSON text of the references in the content; null where there are none. */
  references: string | null;
}

/** The members to answer. */
export interface ListMembers {
  slug: boolean;
  alternates: boolean;
  /** The members of the content; undefined: all of them. */
  content: ReadonlySet<string> | undefined;
}

export const allMembers: ListMembers = { slug: true, alternates: true, content: undefined };

/** The common members of the response as JSON text without braces. Slugs and locales have no character that JSON escapes. */
export function documentJson(document: PublishedDocument, members: ListMembers = allMembers): string {
  const { id, slug, locale, publishedAt, firstPublishedAt, createdAt, updatedAt, alternates } = document;
  return (
    `"id":"${id}",${members.slug ? `"slug":"${slug}",` : ""}"locale":"${locale}","publishedAt":"${publishedAt.toISOString()}",` +
    `"firstPublishedAt":"${firstPublishedAt.toISOString()}","createdAt":"${createdAt.toISOString()}",` +
    `"updatedAt":"${updatedAt.toISOString()}"${members.alternates ? `,"alternates":${alternates}` : ""}`
  );
}

/** A row of a list's statement: a document, or nulls if the page of the list is empty, beside the values of the whole list. */
export type ListedDocument = { contentVersion: number; total: number } & { [K in keyof PublishedDocument]: PublishedDocument[K] | null };

export function listedDocuments(rows: readonly ListedDocument[]): {
  contentVersion: number;
  total: number;
  documents: PublishedDocument[];
} {
  const { contentVersion = -1, total = 0 } = rows[0] ?? {};
  return { contentVersion, total, documents: rows.filter((row): row is ListedDocument & PublishedDocument => row.id !== null) };
}

/**
 * The document that a single read shows: the one published under the slug in the locale; else the one with this slug in the default locale,
 * in the locale if it is published there, else in the fallback: the default locale, or the requested one again. One
 * statement, so that the document and the version are of one moment.
 */
export async function findPublished(
  sql: Sql,
  site: Site,
  { contentType, slug, locale, fallback }: { contentType: string; slug: string; locale: string; fallback: string },
): Promise<{ contentVersion: number; contentTypeExists: boolean; document: PublishedDocument | undefined }> {
  const [row] = await sql<FoundDocument>`
    select
      site_versions.content_version::float8 as "contentVersion",
      exists (
        select from content_types where content_types.site_id = ${site.id} and content_types.slug = ${contentType}
      ) as "contentTypeExists",
      found.document_id as id,
      found.slug,
      found.locale,
      found.published_at as "publishedAt",
      found.first_published_at as "firstPublishedAt",
      found.created_at as "createdAt",
      found.updated_at as "updatedAt",
      (
        select coalesce(json_agg(json_build_object('locale', other.locale, 'slug', other.slug) order by other.locale), '[]')
        from published_places as other
        where other.site_id = ${site.id} and other.document_id = found.document_id and other.locale <> found.locale
      )::text as alternates,
      found.content::text as content,
      found.has_bindings as "hasBindings",
      (
        select json_agg(json_build_array(links.path, links.kind, links.target_id))
        from published_references as links
        where links.site_id = ${site.id} and links.translation_id = found.translation_id
      )::text as references
    from site_versions
    left join lateral (
      select
        shown.document_id, shown.translation_id, shown.slug, shown.locale, shown.content, shown.has_bindings,
        shown.published_at, shown.first_published_at, shown.created_at, shown.updated_at
      from published_places as named
      join published_documents as shown on shown.site_id = named.site_id and shown.document_id = named.document_id
      where named.site_id = ${site.id}
        and named.content_type = ${contentType}
        and named.slug = ${slug}
        and named.locale in (${locale}, ${site.defaultLocale})
        and shown.locale in (${locale}, ${fallback})
      order by named.locale = ${locale} desc, shown.locale = ${locale} desc
      limit 1
    ) as found on true
    where site_versions.site_id = ${site.id}`;
  if (!row) return { contentVersion: -1, contentTypeExists: false, document: undefined };
  const { contentVersion, contentTypeExists, ...document } = row;
  return { contentVersion, contentTypeExists, document: document.id === null ? undefined : (document as PublishedDocument) };
}

type FoundDocument = { contentVersion: number; contentTypeExists: boolean } & {
  [K in keyof PublishedDocument]: PublishedDocument[K] | null;
};
