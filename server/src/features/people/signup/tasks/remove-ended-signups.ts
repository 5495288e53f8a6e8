import type { Deps } from "../../../../deps.ts";
import { removeOldGlobalAttempts } from "../../../../lib/limits/attempts.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { deletedAtOnce, deleteInBatches } from "../../../../lib/tasks/in-batches.ts";

const keptMs = 24 * 60 * 60_000;

/** Removes the passwords of signups that failed, and deletes each signup a day after its end, and counters whose window ended long ago. */
export const removeEndedSignups = job(
  { name: "remove ended signups", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const before = new Date(clock.now().getTime() - keptMs);
    await sql`
      update signup_challenges set password_hash = null, code_hash = null
      where expires_at < ${clock.now()} and expires_at >= ${before} and password_hash is not null`;
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from signup_challenges where id in (
          select id from signup_challenges where expires_at < ${before} limit ${deletedAtOnce}
        )
        returning id`,
    );
    await removeOldGlobalAttempts(sql, before);
  },
);
