import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";

const keptMs = 30 * 24 * hourMs;
/** Each takes its deliveries along. */
const atOnce = 500;

/** Deletes the events of a month ago, with their deliveries and all personal data in them. */
export const forgetOldWebhookEvents = job(
  { name: "forget old webhook events", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const before = new Date(clock.now().getTime() - keptMs);
    await deleteSiteBySite(
      sql,
      piece`from sites join webhook_events as old on old.site_id = sites.id and old.created_at < ${before}`,
      (siteId) => sql<{ id: string }>`
        delete from webhook_events
        where site_id = ${siteId} and id in (
          select old.id from webhook_events as old where old.site_id = ${siteId} and old.created_at < ${before} limit ${atOnce}
        )
        returning id`,
      atOnce,
    );
  },
);
