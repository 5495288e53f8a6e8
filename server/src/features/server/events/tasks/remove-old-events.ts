import type { Deps } from "../../../../deps.ts";
import { forgetEvents } from "../../../../lib/events/site-events.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";

/** Deletes the events that nobody can ask for any more. */
export const removeOldEvents = job({ name: "remove old events", everyMs: hourMs / 4, deletes: true }, (deps: Pick<Deps, "sql" | "clock">) =>
  forgetEvents(deps),
);
