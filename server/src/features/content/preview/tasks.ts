import { removeEndedPreviews } from "./tasks/remove-ended-previews.ts";

export const previewJobs = [removeEndedPreviews];
