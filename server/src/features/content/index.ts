export { contentOperations } from "./operations.ts";
export { completePage, contentFaults, pageFaults, type AuthoredPage, type PropsCheck } from "./author-page.ts";
export { Binding } from "./binding.ts";
export { boundAtMost, maxResolvedBytes, resolveBindings } from "./bindings.ts";
export type { BoundSite, ReadEntries } from "./read-sources.ts";
export { LocaleParameter, maxContentBytes, pageContentType } from "./document.ts";
export { Block, Seo } from "./page.ts";
export type { DocumentInput } from "./publication.ts";
export { findSlugConflicts, saveDocuments } from "./save-documents.ts";
export { findTooLargePages, type TooLargePage } from "./too-large-pages.ts";
export {
  blockTypeBytes,
  saveBlockTypes,
  saveContentTypes,
  savePageType,
  type BlockTypeInput,
  type ContentTypeInput,
} from "./save-types.ts";
