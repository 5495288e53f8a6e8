import type { ChangedTranslation } from "../../queries/index.ts";
import { canonicalReferences, type ContentReference, readReferences } from "../../rendering/index.ts";
import { emptyTally, type Tally } from "../../../../lib/observing/tally.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";

/** Content as it is stored. */
export interface ContentInput {
  /** JSON text. */
  content: string;
  /** Shown by lists and references. */
  title: string;
  references: readonly ContentReference[];
  /** JSON text as it was before its references were linked, if it has any. */
  authored?: string;
}

/** The wanted state of one locale of a page or an entry. */
export interface DocumentInput {
  contentType: string;
  /** The name that the document's translations share. */
  name: string;
  locale: string;
  /** Of the published content, or of the draft where there is none. */
  slug: string;
  /** Slugs that lead to the document besides those that it was published under before. */
  aliases?: readonly string[];
  /** The content that the public will see; null: none, the document is a draft. */
  published: (ContentInput & { hasBindings: boolean; publishedAt: Date | undefined; firstPublishedAt: Date | undefined }) | null;
  /** Unpublished content, and its slug if that is another one; null: there is none; undefined: the stored draft stays. */
  draft: (ContentInput & { slug?: string }) | null | undefined;
  /** A bundle has it: what somebody has changed since the last import stays, unless `overwrites`. */
  imported?: { overwrites: boolean };
  /** A publication is a version even if the content is what it was. Absent: changed content alone is one. */
  isPublication?: true;
}

/** Who saves, and for what. */
export interface Authorship {
  /** Null: no person. */
  adminId: string | null;
  releaseId: string | null;
}

/** The stored state of a document, and of its translation in the input's locale, if there is one. */
export interface StoredTranslation {
  documentId: string;
  translationId: string | null;
  slug: string | null;
  title: string | null;
  references: string | null;
  draft: string | null;
  draftSlug: string | null;
  draftTitle: string | null;
  draftReferences: string | null;
  draftUpdatedAt: Date | null;
  snapshotAt: Date | null;
  revision: number | null;
  editedBy: string | null;
  createdAt: Date | null;
  publishedVersionId: string | null;
  publishedAt: Date | null;
  firstPublishedAt: Date | null;
  importedRevision: number | null;
  importedVersionId: string | null;
  content: string | null;
  updatedAt: Date | null;
  lastNumber: number;
}

/** The rows to write, columns by name. */
export interface Publication {
  tally: Tally;
  translations: object[];
  versions: object[];
  /** All that the translations have from now on. */
  references: { translationId: string; rows: object[] }[];
  /** The documents that look different to the public, in the given translation or as an alternate of another. */
  shownDocuments: { documentId: string; contentType: string; slugs: string[] }[];
  /** The translations that look different to the public. */
  changed: ChangedTranslation[];
  /** Everything that changed at all. */
  saved: { documentId: string; translationId: string }[];
  /** The published translations that leave their slug. */
  leaving: string[];
  /** The places of the inputs that were not saved, since somebody has changed them after the last import. */
  edited: { place: number; documentId: string }[];
  /** The translations as an import wants them, and whether their draft is its own. */
  imported: { id: string; ownsDraft: boolean }[];
  /** The slugs that published documents had until now. */
  moved: { documentId: string; contentType: string; locale: string; slug: string }[];
}

/** Decides the changes for saving the inputs, given the stored state, by the input's place. Pure but for new ids. */
export function planPublication(
  inputs: readonly DocumentInput[],
  storedTranslations: ReadonlyMap<number, StoredTranslation>,
  { now, ids }: WriteContext,
  { adminId, releaseId }: Authorship,
): Publication {
  const plan: Publication = {
    tally: emptyTally(),
    translations: [],
    versions: [],
    references: [],
    shownDocuments: [],
    changed: [],
    saved: [],
    leaving: [],
    moved: [],
    edited: [],
    imported: [],
  };

  inputs.forEach((input, index) => {
    const storedTranslation = storedTranslations.get(index);
    if (!storedTranslation) throw new Error(`The document ${input.contentType} ${input.name} was not added before it is saved.`);
    const { documentId } = storedTranslation;
    const translationId = storedTranslation.translationId ?? ids.next();
    const { published } = input;
    const newVersion = published !== null && (input.isPublication === true || published.content !== storedTranslation.content);
    const versionId = newVersion ? ids.next() : published ? (storedTranslation.publishedVersionId ?? null) : null;
    const publishedAt = published ? (published.publishedAt ?? (newVersion ? now : (storedTranslation.publishedAt ?? now))) : null;
    const firstPublishedAt = published?.firstPublishedAt ?? storedTranslation.firstPublishedAt ?? publishedAt;
    const draft = input.draft === undefined ? keptDraft(storedTranslation, published) : input.draft;
    const draftSlug = published && draft?.slug !== undefined && draft.slug !== input.slug ? draft.slug : null;
    const references = canonicalReferences(published?.references ?? []);
    const showsTheSame =
      storedTranslation.translationId !== null &&
      storedTranslation.slug === input.slug &&
      storedTranslation.title === (published?.title ?? "") &&
      canonicalReferences(readReferences(storedTranslation.references)) === references &&
      storedTranslation.publishedVersionId === versionId &&
      storedTranslation.publishedAt?.getTime() === publishedAt?.getTime() &&
      storedTranslation.firstPublishedAt?.getTime() === firstPublishedAt?.getTime();
    const hasTheDraft =
      storedTranslation.draft === (draft?.content ?? null) &&
      storedTranslation.draftSlug === draftSlug &&
      (storedTranslation.draftTitle ?? "") === (draft?.title ?? "") &&
      canonicalReferences(readReferences(storedTranslation.draftReferences)) === canonicalReferences(draft?.references ?? []);
    if (isEdited(input, storedTranslation, { showsTheSame, hasTheDraft })) {
      plan.tally.unchanged += 1;
      plan.edited.push({ place: index, documentId });
      return;
    }
    if (input.imported) {
      const isAsImported = storedTranslation.importedRevision !== null && storedTranslation.importedRevision === storedTranslation.revision;
      plan.imported.push({ id: translationId, ownsDraft: draft === null || input.draft !== undefined || isAsImported });
    }
    if (showsTheSame && hasTheDraft) {
      plan.tally.unchanged += 1;
      return;
    }
    plan.tally[storedTranslation.translationId ? "updated" : "created"] += 1;
    plan.saved.push({ documentId, translationId });
    if (storedTranslation.publishedVersionId && (!published || storedTranslation.slug !== input.slug)) plan.leaving.push(translationId);
    let number = storedTranslation.lastNumber;
    // Nothing that was ever saved is overwritten for good.
    const isOverwritten =
      storedTranslation.draft !== null && storedTranslation.draft !== draft?.content && storedTranslation.draft !== published?.content;
    if (isOverwritten && storedTranslation.draft !== published?.authored) {
      number += 1;
      plan.versions.push({
        id: ids.next(),
        translation_id: translationId,
        number,
        kind: "SNAPSHOT",
        content: storedTranslation.draft,
        has_bindings: false,
        slug: storedTranslation.draftSlug ?? storedTranslation.slug,
        title: storedTranslation.draftTitle,
        revision: storedTranslation.revision,
        created_by: storedTranslation.editedBy,
      });
    }
    if (!showsTheSame && (storedTranslation.publishedVersionId || published)) {
      const { contentType, locale, slug } = input;
      // Also where nothing takes its place for now: it may be published again under another one.
      if (storedTranslation.publishedVersionId && storedTranslation.slug !== null && (!published || storedTranslation.slug !== slug)) {
        plan.moved.push({ documentId, contentType, locale, slug: storedTranslation.slug });
      }
      plan.shownDocuments.push({ documentId, contentType, slugs: [slug, ...(storedTranslation.slug ? [storedTranslation.slug] : [])] });
      const times = { createdAt: storedTranslation.createdAt ?? now, updatedAt: newVersion ? now : (storedTranslation.updatedAt ?? now) };
      const { content = "", title = "" } = published ?? {};
      const publicContent = { documentId, contentType, locale, slug, title, content, ...times };
      plan.changed.push({
        documentId,
        locale,
        published: publishedAt && firstPublishedAt ? { ...publicContent, publishedAt, firstPublishedAt } : null,
      });
    }
    if (newVersion) {
      plan.versions.push({
        id: versionId,
        translation_id: translationId,
        number: number + 1,
        kind: "PUBLICATION",
        content: published.content,
        has_bindings: published.hasBindings,
        slug: input.slug,
        title: published.title,
        revision: (storedTranslation.revision ?? 0) + 1,
        created_by: adminId,
        release_id: releaseId,
      });
    }
    plan.translations.push({
      id: translationId,
      document_id: documentId,
      content_type: input.contentType,
      locale: input.locale,
      slug: input.slug,
      title: published?.title ?? "",
      revision: (storedTranslation.revision ?? 0) + 1,
      edited_by: adminId,
      edited_at: now,
      draft: draft?.content ?? null,
      draft_slug: draftSlug,
      snapshot_at: draft === null ? null : draft.content === storedTranslation.draft ? storedTranslation.snapshotAt : now,
      draft_title: draft?.title ?? "",
      draft_updated_at: draft === null ? null : draft.content === storedTranslation.draft ? storedTranslation.draftUpdatedAt : now,
      published_version_id: versionId,
      published_at: publishedAt,
      first_published_at: firstPublishedAt,
      created_at: storedTranslation.createdAt ?? now,
    });
    const rowsOf = (content: ContentInput | null, isDraft: boolean) =>
      (content?.references ?? []).map(({ path, kind, targetId }) => {
        return { id: ids.next(), translation_id: translationId, is_draft: isDraft, path, kind, target_id: targetId };
      });
    plan.references.push({ translationId, rows: [...rowsOf(published, false), ...rowsOf(draft, true)] });
  });

  return plan;
}

/** The draft of a document that was never published was the document itself, and a draft equal to the published content has become it. */
function keptDraft(storedTranslation: StoredTranslation, published: DocumentInput["published"]): (ContentInput & { slug?: string }) | null {
  const isNewer =
    storedTranslation.publishedVersionId !== null &&
    storedTranslation.draft !== published?.content &&
    storedTranslation.draft !== published?.authored;
  if (storedTranslation.draft === null || (published && !isNewer)) return null;
  return {
    content: storedTranslation.draft,
    title: storedTranslation.draftTitle ?? "",
    references: readReferences(storedTranslation.draftReferences),
    ...(storedTranslation.draftSlug === null ? {} : { slug: storedTranslation.draftSlug }),
  };
}

/** Whether an import would overwrite what somebody has changed since the last one: the publication, or the draft if the bundle has one. */
function isEdited(
  { draft, imported }: DocumentInput,
  { revision, publishedVersionId, importedRevision, importedVersionId }: StoredTranslation,
  { showsTheSame, hasTheDraft }: { showsTheSame: boolean; hasTheDraft: boolean },
): boolean {
  if (!imported || imported.overwrites || importedRevision === null) return false;
  return (
    (!showsTheSame && publishedVersionId !== importedVersionId) || (draft !== undefined && !hasTheDraft && revision !== importedRevision)
  );
}
