import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { removeGivenUpTasks } from "../../../../lib/tasks/outbox.ts";

export const removeTasksThatWereGivenUp = job(
  { name: "remove tasks that were given up", everyMs: hourMs, deletes: true },
  (deps: Pick<Deps, "sql" | "clock">) => removeGivenUpTasks(deps),
);
