import type { Deps } from "../../../../deps.ts";
import { forgetOldAnswers as deleteOldAnswers } from "../../../../lib/http/idempotency.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";

export const forgetOldAnswers = job({ name: "forget old answers", everyMs: hourMs, deletes: true }, (deps: Pick<Deps, "sql" | "clock">) =>
  deleteOldAnswers(deps),
);
