import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Database, Transaction } from "../../../ports/database.ts";
import { recordChange } from "./record-change.ts";

/**
 * For jobs that delete what is too old, site by site: each batch in a transaction, with a row of the log that says how many of what it removed, and
 * nothing that says whose they were.
 */
export function recordedRemovals(sql: Database, ctx: WriteContext, { action, member }: { action: string; member: string }) {
  return <Row>(remove: (tx: Transaction, siteId: string) => Promise<Row[]>) =>
    (siteId: string): Promise<Row[]> =>
      sql.begin(async (tx) => {
        const removed = await remove(tx, siteId);
        const change = { actor: { kind: "JOB" }, siteId, action, target: { type: "site", id: siteId } } as const;
        if (removed.length > 0) await recordChange(tx, ctx, { ...change, changes: [{ member, to: { removed: removed.length } }] });
        return removed;
      });
}
