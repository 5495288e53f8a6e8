import type { Deps } from "../../../../deps.ts";
import { job } from "../../../../lib/tasks/job.ts";
import { rewriteWords, sitesWithOldWords } from "../../../shop/catalog/index.ts";
import { raiseVersions } from "../../sites/index.ts";
import { tryLockSite } from "../../../../lib/published/lock-site.ts";

/** Writes the words of catalogues anew that an earlier version has written by another rule. */
export const rewriteCatalogWords = job(
  { name: "rewrite catalog words", everyMs: 60_000 },
  async ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => {
    const failures: unknown[] = [];
    for (const siteId of await sitesWithOldWords(sql)) {
      // Another site's words do not wait for those of one that fails.
      await rewriteSite({ sql, clock, ids }, siteId).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
);

async function rewriteSite({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">, siteId: string): Promise<void> {
  let last: string | undefined;
  do {
    last = await sql.begin(
      async (tx) => {
        // As every change of the site does. One that is being changed waits for the next run.
        if (!(await tryLockSite(tx, siteId))) return undefined;
        const ctx = { now: clock.now(), ids, touched: new Set<string>() };
        const done = await rewriteWords(tx, ctx, siteId, last);
        if (ctx.touched.size > 0) await raiseVersions(tx, ctx, siteId, { catalog: true }, ctx.touched);
        return done;
      },
      { statementTimeoutMs: 60_000 },
    );
  } while (last !== undefined);
}
