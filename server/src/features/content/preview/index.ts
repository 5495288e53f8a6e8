export { previewOperations } from "./operations.ts";
export { previewCommands } from "./commands.ts";
export { previewJobs } from "./tasks.ts";
export { draftReaders } from "./draft-readers.ts";
export { givePreview } from "./give-preview.ts";
export { cancelPreviews, createPreview, findPages } from "./issue-previews.ts";
export { previewLifeMs, previewTokenPattern } from "./preview-token.ts";
export { removeEndedPreviews } from "./tasks/remove-ended-previews.ts";
