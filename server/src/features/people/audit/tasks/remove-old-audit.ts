import type { Deps } from "../../../../deps.ts";
import { deletedAtOnce, deleteInBatches, deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";

const usualDays = 400;

/** Deletes the entries of the audit log that are older than their site keeps them. */
export const removeOldAudit = job(
  { name: "remove old audit", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const now = clock.now();
    await deleteSiteBySite(
      sql,
      piece`
        from sites join audit_entries as old on old.site_id = sites.id
          and old.at < ${now}::timestamptz
            - make_interval(hours => 24 * coalesce((sites.settings #>> '{team,auditRetentionDays}')::int, ${usualDays}::int))`,
      (siteId) => sql<{ id: string }>`
        delete from audit_entries
        where site_id = ${siteId} and id in (
          select old.id
          from sites
          join audit_entries as old on old.site_id = sites.id
            and old.at < ${now}::timestamptz
              - make_interval(hours => 24 * coalesce((sites.settings #>> '{team,auditRetentionDays}')::int, ${usualDays}::int))
          where sites.id = ${siteId}
          limit ${deletedAtOnce}
        )
        returning id`,
    );
    const before = new Date(now.getTime() - usualDays * 24 * hourMs);
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from account_audit_entries where id in (
          select id from account_audit_entries where at < ${before} limit ${deletedAtOnce}
        )
        returning id`,
    );
  },
);
