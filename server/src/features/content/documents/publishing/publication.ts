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
  shown: { documentId: string; contentType: string; slugs: string[] }[];
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
  stored: ReadonlyMap<number, StoredTranslation>,
  { now, ids }: WriteContext,
  { adminId, releaseId }: Authorship,
): Publication {
  const plan: Publication = {
    tally: emptyTally(),
    translations: [],
    versions: [],
    references: [],
    shown: [],
    changed: [],
    saved: [],
    leaving: [],
    moved: [],
    edited: [],
    imported: [],
  };

  inputs.forEach((input, index) => {
    const found = stored.get(index);
    if (!found) throw new Error(`The document ${input.contentType} ${input.name} was not added before it is saved.`);
    const { documentId } = found;
    const translationId = found.translationId ?? ids.next();
    const { published } = input;
    const newVersion = published !== null && (input.isPublication === true || published.content !== found.content);
    const versionId = newVersion ? ids.next() : published ? (found.publishedVersionId ?? null) : null;
    const publishedAt = published ? (published.publishedAt ?? (newVersion ? now : (found.publishedAt ?? now))) : null;
    const firstPublishedAt = published?.firstPublishedAt ?? found.firstPublishedAt ?? publishedAt;
    const draft = input.draft === undefined ? keptDraft(found, published) : input.draft;
    const draftSlug = published && draft?.slug !== undefined && draft.slug !== input.slug ? draft.slug : null;
    const references = canonicalReferences(published?.references ?? []);
    const showsTheSame =
      found.translationId !== null &&
      found.slug === input.slug &&
      found.title === (published?.title ?? "") &&
      canonicalReferences(readReferences(found.references)) === references &&
      found.publishedVersionId === versionId &&
      found.publishedAt?.getTime() === publishedAt?.getTime() &&
      found.firstPublishedAt?.getTime() === firstPublishedAt?.getTime();
    const hasTheDraft =
      found.draft === (draft?.content ?? null) &&
      found.draftSlug === draftSlug &&
      (found.draftTitle ?? "") === (draft?.title ?? "") &&
      canonicalReferences(readReferences(found.draftReferences)) === canonicalReferences(draft?.references ?? []);
    if (isEdited(input, found, { showsTheSame, hasTheDraft })) {
      plan.tally.unchanged += 1;
      plan.edited.push({ place: index, documentId });
      return;
    }
    if (input.imported) {
      const isAsImported = found.importedRevision !== null && found.importedRevision === found.revision;
      plan.imported.push({ id: translationId, ownsDraft: draft === null || input.draft !== undefined || isAsImported });
    }
    if (showsTheSame && hasTheDraft) {
      plan.tally.unchanged += 1;
      return;
    }
    plan.tally[found.translationId ? "updated" : "created"] += 1;
    plan.saved.push({ documentId, translationId });
    if (found.publishedVersionId && (!published || found.slug !== input.slug)) plan.leaving.push(translationId);
    let number = found.lastNumber;
    // Nothing that was ever saved is overwritten for good.
    const isOverwritten = found.draft !== null && found.draft !== draft?.content && found.draft !== published?.content;
    if (isOverwritten && found.draft !== published?.authored) {
      number += 1;
      plan.versions.push({
        id: ids.next(),
        translation_id: translationId,
        number,
        kind: "SNAPSHOT",
        content: found.draft,
        has_bindings: false,
        slug: found.draftSlug ?? found.slug,
        title: found.draftTitle,
        revision: found.revision,
        created_by: found.editedBy,
      });
    }
    if (!showsTheSame && (found.publishedVersionId || published)) {
      const { contentType, locale, slug } = input;
      // Also where nothing takes its place for now: it may be published again under another one.
      if (found.publishedVersionId && found.slug !== null && (!published || found.slug !== slug)) {
        plan.moved.push({ documentId, contentType, locale, slug: found.slug });
      }
      plan.shown.push({ documentId, contentType, slugs: [slug, ...(found.slug ? [found.slug] : [])] });
      const times = { createdAt: found.createdAt ?? now, updatedAt: newVersion ? now : (found.updatedAt ?? now) };
      const { content = "", title = "" } = published ?? {};
      const own = { documentId, contentType, locale, slug, title, content, ...times };
      plan.changed.push({
        documentId,
        locale,
        published: publishedAt && firstPublishedAt ? { ...own, publishedAt, firstPublishedAt } : null,
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
        revision: (found.revision ?? 0) + 1,
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
      revision: (found.revision ?? 0) + 1,
      edited_by: adminId,
      edited_at: now,
      draft: draft?.content ?? null,
      draft_slug: draftSlug,
      snapshot_at: draft === null ? null : draft.content === found.draft ? found.snapshotAt : now,
      draft_title: draft?.title ?? "",
      draft_updated_at: draft === null ? null : draft.content === found.draft ? found.draftUpdatedAt : now,
      published_version_id: versionId,
      published_at: publishedAt,
      first_published_at: firstPublishedAt,
      created_at: found.createdAt ?? now,
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
function keptDraft(found: StoredTranslation, published: DocumentInput["published"]): (ContentInput & { slug?: string }) | null {
  const isNewer = found.publishedVersionId !== null && found.draft !== published?.content && found.draft !== published?.authored;
  if (found.draft === null || (published && !isNewer)) return null;
  return {
    content: found.draft,
    title: found.draftTitle ?? "",
    references: readReferences(found.draftReferences),
    ...(found.draftSlug === null ? {} : { slug: found.draftSlug }),
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
