import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { deletedAtOnce, deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";

/** https://docs.stripe.com/api/events: an event can be read, and so delivered again, for 30 days. */
const keptMs = 35 * 24 * 60 * 60_000;

/** Deletes the records of events that took effect, once none of them can be delivered again. */
export const forgetOldEvents = job(
  { name: "forget old events", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const before = new Date(clock.now().getTime() - keptMs);
    await deleteSiteBySite(
      sql,
      piece`from sites join processor_events as old on old.site_id = sites.id and old.received_at < ${before}`,
      (siteId) => sql<{ id: string }>`
        delete from processor_events
        where site_id = ${siteId} and id in (
          select old.id from processor_events as old
          where old.site_id = ${siteId} and old.received_at < ${before}
          limit ${deletedAtOnce}
        )
        returning id`,
    );
  },
);
