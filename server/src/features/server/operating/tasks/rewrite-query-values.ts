import type { Deps } from "../../../../deps.ts";
import { job } from "../../../../lib/tasks/job.ts";
import { rewriteSome, unwrittenSites } from "../../../content/queries/index.ts";
import { raiseVersions } from "../../sites/index.ts";
import { tryLockSite } from "../../../../lib/published/lock-site.ts";

/** A publication has to wait for these at most. */
const slicesAtOnce = 2;

/** Writes the values that queries compare after the schema of a type with many documents changed. */
export const rewriteQueryValues = job(
  { name: "rewrite query values", everyMs: 1_000 },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const failures: unknown[] = [];
    for (const siteId of await unwrittenSites(sql)) {
      // Another site's values do not wait for those of one that fails.
      await rewriteSite({ sql, clock, ids }, siteId).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
);

async function rewriteSite({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">, siteId: string): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    hasMore = await sql.begin(
      async (tx) => {
        // As every change of the site does. One that is being changed waits for the next run.
        if (!(await tryLockSite(tx, siteId))) return false;
        const ctx = { now: clock.now(), ids, touched: new Set<string>() };
        const more = await rewriteSome(tx, ctx, siteId, slicesAtOnce);
        if (ctx.touched.size > 0) await raiseVersions(tx, ctx, siteId, { content: true }, ctx.touched);
        return more;
      },
      { statementTimeoutMs: 60_000 },
    );
  }
}
