import type { Deps } from "../../../../deps.ts";
import { deleteSiteBySite } from "../../../../lib/tasks/in-batches.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { kindOf } from "../drafts/locked-document.ts";
import { trashDays } from "../drafts/trash.ts";

const action = "empty trash";
/** With all of its versions a document can be large. */
const documentsAtOnce = 100;

/** Removes documents for good that have been in the trash for long enough. */
export const emptyTrash = job(
  { name: action, everyMs: hourMs, deletes: true },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const ctx = { now: clock.now(), ids };
    const before = new Date(ctx.now.getTime() - trashDays * 24 * hourMs);
    await deleteSiteBySite(
      sql,
      piece`from sites join documents as old on old.site_id = sites.id and old.trashed_at < ${before}`,
      (siteId) =>
        sql.begin(async (tx) => {
          const removed = await tx<{ id: string; contentType: string; title: string }>`
            delete from documents
            where site_id = ${siteId} and id in (
              select old.id from documents as old where old.site_id = ${siteId} and old.trashed_at < ${before} limit ${documentsAtOnce}
            )
            returning id, content_type as "contentType", title`;
          for (const { id, contentType, title } of removed) {
            const target = { type: kindOf(contentType), id, label: title };
            await recordChange(tx, ctx, { actor: { kind: "JOB" }, siteId, action, target, removes: true });
          }
          return removed;
        }),
      documentsAtOnce,
    );
  },
);
