import type { Deps } from "../../deps.ts";
import { deleteInBatches } from "../../lib/in-batches.ts";

// Each may be as large as a body, and a statement has two seconds.
const atOnce = 100;
const spamKeptForMs = 30 * 24 * 60 * 60_000;

/** Deletes submissions that are older than their site keeps them, and spam after 30 days. */
export async function removeOldSubmissions({ sql, clock }: Pick<Deps, "sql" | "clock">): Promise<void> {
  const now = clock.now();
  // In hours, for a day of the database's time zone may have 23 of them.
  await deleteInBatches(
    () => sql<{ id: string }>`
      delete from form_submissions where (site_id, id) in (
        select sites.id, old.id
        from sites
        join form_submissions as old on old.site_id = sites.id
          and old.created_at < ${now}::timestamptz - make_interval(hours => 24 * (sites.settings #>> '{forms,retentionDays}')::int)
        limit ${atOnce}
      )
      returning id`,
    atOnce,
  );
  await deleteInBatches(
    () => sql<{ id: string }>`
      delete from form_submissions where (site_id, id) in (
        select sites.id, old.id
        from sites
        join form_submissions as old on old.site_id = sites.id and old.is_spam and old.created_at < ${new Date(now.getTime() - spamKeptForMs)}
        limit ${atOnce}
      )
      returning id`,
    atOnce,
  );
}
