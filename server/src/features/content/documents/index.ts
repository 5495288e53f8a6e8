export { documentsOperations } from "./operations.ts";
export {
  deadLink,
  eachPathOnce,
  longestPath,
  referencesInContent,
  storedReferences,
  tooManyReferences,
} from "./drafts/draft-references.ts";
export { addressedTranslation } from "./drafts/addressed-translation.ts";
export { translationBase, TranslationParams } from "./drafts/document-address.ts";
export { lockTranslation } from "./drafts/lock-translation.ts";
export { type LockedDocument, type LockedTranslation, lockDocuments, translationNotFound } from "./drafts/locked-document.ts";
export { takeBackSchedules } from "./drafts/schedules.ts";
export { shareImportedValues } from "./drafts/share-values.ts";
export { freezeDraft } from "./drafts/snapshots.ts";
export { firstText } from "./drafts/type-schemas.ts";
export { findDocumentIds, findTrashedIds } from "./find-ids.ts";
export { findTargets, type IdOf, type NamedTarget, targetsOf } from "./find-targets.ts";
export { readFormerSlugs } from "./former-slugs.ts";
export type { ContentInput, DocumentInput } from "./publishing/publication.ts";
export { changePublished, checkPublications, type PublishDeps, type ToPublish } from "./publishing/publish.ts";
export { addDocuments, findSlugConflicts, markInvalid, saveDocuments } from "./publishing/save-documents.ts";
export { documentsJobs } from "./tasks.ts";
