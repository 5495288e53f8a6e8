import { removeOldEvents } from "./tasks/remove-old-events.ts";

export const eventsJobs = [removeOldEvents];
