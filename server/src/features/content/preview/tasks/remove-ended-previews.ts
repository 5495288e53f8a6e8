import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { deletedAtOnce, deleteInBatches } from "../../../../lib/tasks/in-batches.ts";

const keptAfterMs = 24 * 60 * 60_000;

/**
 * Deletes previews that ended more than a day ago. Those from a bundle stay: otherwise the bundle's next import would make the token valid
 * again.
 */
export const removeEndedPreviews = job(
  { name: "remove ended previews", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const before = new Date(clock.now().getTime() - keptAfterMs);
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from previews where id in (
          select id from previews where not is_given and (expires_at < ${before} or cancelled_at < ${before}) limit ${deletedAtOnce}
        )
        returning id`,
    );
  },
);
