import type { Deps } from "../../../../deps.ts";
import { forgetChanges } from "../../../../lib/published/site-changes.ts";
import { job } from "../../../../lib/tasks/job.ts";

export const forgetOldChanges = job({ name: "forget old changes", everyMs: 60_000, deletes: true }, (deps: Pick<Deps, "sql" | "clock">) =>
  forgetChanges(deps),
);
