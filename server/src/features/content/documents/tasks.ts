import { emptyTrash } from "./tasks/empty-trash.ts";
import { publishScheduled } from "./tasks/publish-scheduled.ts";

export const documentsJobs = [publishScheduled, emptyTrash];
