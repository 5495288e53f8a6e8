import type { Deps } from "../../../deps.ts";
import { removeOldAttempts } from "../../../lib/limits/attempts.ts";
import { hourMs, job } from "../../../lib/tasks/job.ts";
import { deletedAtOnce, deleteSiteBySite } from "../../../lib/tasks/in-batches.ts";

const keptAfterMs = 24 * 60 * 60_000;

/** Deletes tokens that are used or expired, and counters whose window ended long ago. */
export const removeSpentRows = job(
  { name: "remove spent rows", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const before = new Date(clock.now().getTime() - keptAfterMs);
    await deleteSiteBySite(
      () => sql<{ siteId: string }>`
        select distinct found.site_id as "siteId"
        from (
          select spent.site_id
          from sites
          join customer_tokens as spent on spent.site_id = sites.id and (spent.expires_at < ${before} or spent.used_at < ${before})
          limit ${deletedAtOnce}
        ) as found`,
      (siteId) => sql<{ id: string }>`
        delete from customer_tokens
        where site_id = ${siteId} and id in (
          select spent.id from customer_tokens as spent
          where spent.site_id = ${siteId} and (spent.expires_at < ${before} or spent.used_at < ${before})
          limit ${deletedAtOnce}
        )
        returning id`,
    );
    await removeOldAttempts(sql, before);
  },
);
