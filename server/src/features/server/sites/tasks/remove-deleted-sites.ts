import type { Deps } from "../../../../deps.ts";
import { removeEventsOfSite } from "../../../../lib/events/site-events.ts";
import { removeTasksOfSite } from "../../../../lib/tasks/outbox.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { keptMs } from "../../../../lib/admin/deleted-site.ts";
import { lockSiteAlone } from "../../../../lib/published/lock-site.ts";

/** Tables of a large site have millions of rows. */
const mostMs = 30 * 60_000;

/** Removes sites that were deleted two weeks ago, with all of their data: foreign keys take every row of theirs along. */
export const removeDeletedSites = job(
  { name: "remove deleted sites", everyMs: hourMs, deletes: true },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const now = clock.now();
    const before = new Date(now.getTime() - keptMs);
    const due = await sql<{ id: string }>`select id from sites where deleted_at < ${before} order by deleted_at`;
    for (const { id } of due) {
      await sql.begin(
        async (tx) => {
          await lockSiteAlone(tx, id);
          // Of several processes one removes it, and none that was restored.
          const [removed] = await tx<{ slug: string }>`delete from sites where id = ${id} and deleted_at < ${before} returning slug`;
          if (!removed) return;
          await removeTasksOfSite(tx, id);
          await removeEventsOfSite(tx, id);
          const target = { type: "site", id, label: removed.slug };
          const change = { actor: { kind: "JOB" }, siteId: null, action: "remove deleted sites", target, removes: true } as const;
          await recordChange(tx, { now, ids }, change);
        },
        { statementTimeoutMs: mostMs },
      );
    }
  },
);
