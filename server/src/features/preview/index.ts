export { previewOperations } from "./operations.ts";
export { previewCommands } from "./commands.ts";
export { previewJobs } from "./tasks.ts";
export { readDraftEntries } from "./draft-entries.ts";
export { givePreview } from "./give-preview.ts";
export { cancelPreviews, createPreview, findPages } from "./issue-previews.ts";
export { previewLifeMs, previewTokenPattern } from "./preview-token.ts";
export { removeEndedPreviews } from "./tasks/remove-ended-previews.ts";
