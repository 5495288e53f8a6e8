import type { Deps } from "../../../../deps.ts";
import { removeOldAttempts } from "../../../../lib/limits/attempts.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { deletedAtOnce, deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";

const keptAfterMs = 24 * 60 * 60_000;

/** Deletes tokens that are used or expired, and counters whose window ended long ago. */
export const removeSpentRows = job(
  { name: "remove spent rows", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const before = new Date(clock.now().getTime() - keptAfterMs);
    await deleteSiteBySite(
      sql,
      piece`from sites join customer_tokens as old on old.site_id = sites.id and (old.expires_at < ${before} or old.used_at < ${before})`,
      (siteId) => sql<{ id: string }>`
        delete from customer_tokens
        where site_id = ${siteId} and id in (
          select old.id from customer_tokens as old
          where old.site_id = ${siteId} and (old.expires_at < ${before} or old.used_at < ${before})
          limit ${deletedAtOnce}
        )
        returning id`,
    );
    await removeOldAttempts(sql, before);
  },
);
