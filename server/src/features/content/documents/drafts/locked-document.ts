import { ProblemError, problem } from "../../../../lib/http/problem.ts";
import { revisionConflict } from "../../../../lib/http/revision.ts";
import type { Sql } from "../../../../ports/database.ts";
import { entryNotFound, pageContentType, pageNotFound } from "../../rendering/index.ts";
import type { DocumentKind } from "./draft.ts";

export const translationNotFound = problem("translation_not_found", 404, "The document does not have this locale");

/** A translation of a held document. */
export interface LockedTranslation {
  id: string;
  documentId: string;
  contentType: string;
  /** The document's. */
  name: string;
  locale: string;
  revision: number;
  /** The published one; that of the draft, where nothing is published. */
  slug: string;
  draftSlug: string | null;
  title: string;
  draftTitle: string;
  /** JSON text; null: no draft. */
  draft: string | null;
  /** JSON text; null: nothing is published. */
  published: string | null;
  publishedHasBindings: boolean;
  publishedAt: Date | null;
  firstPublishedAt: Date | null;
  editedBy: string | null;
  editedAt: Date;
  snapshotAt: Date | null;
  createdAt: Date;
}

/** A document that nobody else changes until the transaction ends. */
export interface LockedDocument {
  id: string;
  kind: DocumentKind;
  contentType: string;
  name: string;
  revision: number;
  /** For people. */
  title: string;
  createdAt: Date;
  translations: LockedTranslation[];
}

export function notFoundOf(kind: DocumentKind): ProblemError {
  return new ProblemError(kind === "page" ? pageNotFound : entryNotFound);
}

export function kindOf(contentType: string): DocumentKind {
  return contentType === pageContentType ? "page" : "entry";
}

/** Holds documents, in the order of their ids, as everybody does. Those that the site does not have, or that are in the trash, are left out. */
export async function lockDocuments(tx: Sql, siteId: string, ids: readonly string[]): Promise<Map<string, LockedDocument>> {
  const documents = await tx<{ id: string; contentType: string; name: string; revision: number; title: string; createdAt: Date }>`
    select id, content_type as "contentType", name, revision, title, created_at as "createdAt"
    from documents
    where site_id = ${siteId} and id = any (${ids}::uuid[]) and trashed_at is null
    order by id
    for update`;
  const translations = await tx<LockedTranslation>`
    select
      translations.id,
      translations.document_id as "documentId",
      translations.content_type as "contentType",
      documents.name,
      translations.locale,
      translations.revision,
      translations.slug,
      translations.draft_slug as "draftSlug",
      translations.title,
      translations.draft_title as "draftTitle",
      translations.draft::text as draft,
      versions.content::text as published,
      coalesce(versions.has_bindings, false) as "publishedHasBindings",
      translations.published_at as "publishedAt",
      translations.first_published_at as "firstPublishedAt",
      translations.edited_by as "editedBy",
      translations.edited_at as "editedAt",
      translations.snapshot_at as "snapshotAt",
      translations.created_at as "createdAt"
    from translations
    join documents on documents.site_id = ${siteId} and documents.id = translations.document_id
    left join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
    where translations.site_id = ${siteId} and translations.document_id = any (${documents.map(({ id }) => id)}::uuid[])
    order by translations.document_id, translations.locale`;
  return new Map(
    documents.map((document) => [
      document.id,
      {
        ...document,
        kind: kindOf(document.contentType),
        translations: translations.filter(({ documentId }) => documentId === document.id),
      },
    ]),
  );
}

/** Holds one document of a kind. Throws `page_not_found` or `entry_not_found`. */
export async function lockDocument(tx: Sql, siteId: string, kind: DocumentKind, id: string): Promise<LockedDocument> {
  const document = (await lockDocuments(tx, siteId, [id])).get(id);
  if (!document || document.kind !== kind) throw notFoundOf(kind);
  return document;
}

/** The translation of a held document in a locale. Throws `translation_not_found`. */
export function translationIn({ translations }: LockedDocument, locale: string): LockedTranslation {
  const translation = translations.find((each) => each.locale === locale);
  if (!translation) throw new ProblemError(translationNotFound);
  return translation;
}

/** Throws `revision_conflict` with who changed the translation, and when. */
export async function demandRevision(tx: Sql, translation: LockedTranslation, seen: number): Promise<void> {
  if (translation.revision === seen) return;
  throw revisionConflict({
    revision: translation.revision,
    changedBy: await adminNamed(tx, translation.editedBy),
    changedAt: translation.editedAt.toISOString(),
  });
}

/** The same for the revision of the whole document: of its latest change. */
export async function demandDocumentRevision(tx: Sql, document: LockedDocument, seen: number): Promise<void> {
  if (document.revision === seen) return;
  const [latest] = [...document.translations].sort((a, b) => b.editedAt.getTime() - a.editedAt.getTime());
  throw revisionConflict({
    revision: document.revision,
    changedBy: await adminNamed(tx, latest?.editedBy ?? null),
    changedAt: (latest?.editedAt ?? document.createdAt).toISOString(),
  });
}

async function adminNamed(tx: Sql, id: string | null): Promise<{ id: string; name: string } | null> {
  if (id === null) return null;
  const [admin] = await tx<{ id: string; name: string }>`select id, name from admins where id = ${id}`;
  return admin ?? null;
}
