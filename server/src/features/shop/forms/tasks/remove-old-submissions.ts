import type { Deps } from "../../../../deps.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { recordedRemovals } from "../../../people/audit/index.ts";
import { eraseFromWebhookEvents } from "../../../server/webhooks/index.ts";
import { deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import type { Transaction } from "../../../../ports/database.ts";

const name = "remove old submissions";
// Each may be as large as a request body, and a statement has two seconds.
const atOnce = 100;
const spamKeptForMs = 30 * 24 * 60 * 60_000;

/** Deletes submissions that are older than their site's retention period, and spam after 30 days. */
export const removeOldSubmissions = job(
  { name, everyMs: hourMs, deletes: true },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const now = clock.now();
    const removed = recordedRemovals(sql, { now, ids }, { action: name, member: "submissions" });
    const spamBefore = new Date(now.getTime() - spamKeptForMs);
    // In hours, because a day of the database's time zone may have 23 of them.
    await deleteSiteBySite(
      sql,
      piece`
        from sites join form_submissions as old on old.site_id = sites.id
          and old.created_at < ${now}::timestamptz - make_interval(hours => 24 * (sites.settings #>> '{forms,retentionDays}')::int)`,
      removed(
        withoutEvents(
          (tx, siteId) => tx<{ id: string }>`
        delete from form_submissions
        where site_id = ${siteId} and id in (
          select old.id
          from sites
          join form_submissions as old on old.site_id = sites.id
            and old.created_at < ${now}::timestamptz - make_interval(hours => 24 * (sites.settings #>> '{forms,retentionDays}')::int)
          where sites.id = ${siteId}
          limit ${atOnce}
        )
        returning id`,
        ),
      ),
      atOnce,
    );
    await deleteSiteBySite(
      sql,
      piece`from sites join form_submissions as old on old.site_id = sites.id and old.is_spam and old.created_at < ${spamBefore}`,
      removed(
        withoutEvents(
          (tx, siteId) => tx<{ id: string }>`
        delete from form_submissions
        where site_id = ${siteId} and id in (
          select old.id from form_submissions as old
          where old.site_id = ${siteId} and old.is_spam and old.created_at < ${spamBefore}
          limit ${atOnce}
        )
        returning id`,
        ),
      ),
      atOnce,
    );
  },
);

/** The removed submissions are taken out of what webhooks still have to tell of them, too. */
function withoutEvents(remove: (tx: Transaction, siteId: string) => Promise<{ id: string }[]>) {
  return async (tx: Transaction, siteId: string) => {
    const removed = await remove(tx, siteId);
    await eraseFromWebhookEvents(tx, siteId, { submissions: removed.map(({ id }) => id) });
    return removed;
  };
}
