import { emptyTrash } from "./tasks/empty-trash.ts";
import { publishScheduled } from "./tasks/publish-scheduled.ts";

export const contentJobs = [publishScheduled, emptyTrash];
