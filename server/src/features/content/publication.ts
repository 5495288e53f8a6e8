import { emptyTally, type Tally } from "../../lib/observing/tally.ts";
import type { Saving } from "../../lib/published/saving.ts";

/** The wanted state of one locale of a page or an entry. */
export interface DocumentInput {
  contentType: string;
  /** The name that the document's translations share. */
  name: string;
  locale: string;
  slug: string;
  /** The content that the public will see; null: none, the document is a draft. */
  published: { content: string; hasBindings: boolean; publishedAt: Date | undefined; firstPublishedAt: Date | undefined } | null;
  /** JSON text of unpublished content; null: there is none; undefined: the stored draft stays. */
  draft: string | null | undefined;
}

/** The stored state of a document, and of its translation in the input's locale, if there is one. */
export interface StoredTranslation {
  documentId: string;
  translationId: string | null;
  slug: string | null;
  draft: string | null;
  draftUpdatedAt: Date | null;
  createdAt: Date | null;
  publishedVersionId: string | null;
  publishedAt: Date | null;
  firstPublishedAt: Date | null;
  content: string | null;
  lastNumber: number;
}

/** The rows to write, columns by name. */
export interface Publication {
  tally: Tally;
  documents: object[];
  translations: object[];
  versions: object[];
  /** The documents that look different to the public, in the given translation or as an alternate of another. */
  shown: { documentId: string; contentType: string; slugs: string[] }[];
}

/** Decides the changes for saving the inputs, given the stored state, by the input's place. Pure but for new ids. */
export function planPublication(
  inputs: readonly DocumentInput[],
  stored: ReadonlyMap<number, StoredTranslation>,
  { now, ids }: Saving,
): Publication {
  const tally = emptyTally();
  const documents = new Map<string, object>();
  const documentIds = new Map<string, string>();
  const translations: object[] = [];
  const versions: object[] = [];
  const shown: Publication["shown"] = [];

  inputs.forEach((input, index) => {
    const found = stored.get(index);
    const documentKey = `${input.contentType} ${input.name}`;
    const documentId = found?.documentId ?? documentIds.get(documentKey) ?? ids.next();
    if (!found && !documents.has(documentKey)) {
      documents.set(documentKey, { id: documentId, content_type: input.contentType, name: input.name });
      documentIds.set(documentKey, documentId);
    }
    const translationId = found?.translationId ?? ids.next();
    const { published } = input;
    const newVersion = published !== null && published.content !== found?.content;
    const versionId = newVersion ? ids.next() : published ? (found?.publishedVersionId ?? null) : null;
    const publishedAt = published ? (published.publishedAt ?? (newVersion ? now : (found?.publishedAt ?? now))) : null;
    const firstPublishedAt = published?.firstPublishedAt ?? found?.firstPublishedAt ?? publishedAt;
    // The draft of a document that was never published was the document itself, and a draft equal to the published content has become it.
    const isNewer = found?.publishedVersionId !== null && found?.draft !== published?.content;
    const keptDraft = isNewer || !published ? (found?.draft ?? null) : null;
    const draft = input.draft === undefined ? keptDraft : input.draft;
    const showsTheSame =
      found?.translationId &&
      found.slug === input.slug &&
      found.publishedVersionId === versionId &&
      found.publishedAt?.getTime() === publishedAt?.getTime() &&
      found.firstPublishedAt?.getTime() === firstPublishedAt?.getTime();
    if (showsTheSame && found.draft === draft) {
      tally.unchanged += 1;
      return;
    }
    tally[found?.translationId ? "updated" : "created"] += 1;
    if (!showsTheSame && (found?.publishedVersionId || published)) {
      shown.push({ documentId, contentType: input.contentType, slugs: [input.slug, ...(found?.slug ? [found.slug] : [])] });
    }
    if (newVersion) {
      versions.push({
        id: versionId,
        translation_id: translationId,
        number: (found?.lastNumber ?? 0) + 1,
        content: published.content,
        has_bindings: published.hasBindings,
      });
    }
    translations.push({
      id: translationId,
      document_id: documentId,
      content_type: input.contentType,
      locale: input.locale,
      slug: input.slug,
      draft,
      draft_updated_at: draft === null ? null : draft === found?.draft ? found.draftUpdatedAt : now,
      published_version_id: versionId,
      published_at: publishedAt,
      first_published_at: firstPublishedAt,
      created_at: found?.createdAt ?? now,
    });
  });

  return { tally, documents: [...documents.values()], translations, versions, shown };
}
