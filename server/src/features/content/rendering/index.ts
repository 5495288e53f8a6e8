export { renderingOperations } from "./operations.ts";
export {
  type AuthoredPage,
  type BlockCheck,
  type BlockChecks,
  completePage,
  contentErrors,
  pageErrors,
  slugErrors,
  titleErrors,
} from "./author-page.ts";
export { Binding, forEachBlock } from "./binding.ts";
export { boundAtMost, resolveBindings } from "./bindings.ts";
export { isBoundToTooMuch } from "./bound-size.ts";
export {
  allMembers,
  contentTypeNotFound,
  entryNotFound,
  type ListedDocument,
  listedDocuments,
  type ListMembers,
  maxDraftValues,
  pageContentType,
  pageNotFound,
  type PublishedDocument,
} from "./document.ts";
export { Entry, entryJson, EntryPart } from "./entry.ts";
export { findEmptyBindings } from "./find-empty-bindings.ts";
export { canonicalInclude, IncludeParameter, includeTooLarge, readInclude } from "./include.ts";
export { type FoundLink, LinkedTexts, linkPath, linksInContent, readLinkPath } from "./links.ts";
export { Block, Page, pageJson, PagePart } from "./page.ts";
export type { BoundSite, ContentReaders } from "./read-sources.ts";
export { canonicalReferences, type ContentReference, maxReferences, readReferences, shownTitle } from "./references.ts";
export { findPublishedReferrers, findShownReferrers } from "./referrers.ts";
export { resolvePages } from "./resolve-pages.ts";
export { type ReferringContent, type ResolvedContents, resolveReferences, type ResolvingDeps } from "./resolve-references.ts";
export { Slots } from "./slots.ts";
export { blockTypesTag, documentTag, listTag, slugTag, typesTag, wordsTag } from "./tags.ts";
export { findTooLargePages } from "./too-large-pages.ts";
