import type { Deps } from "../../../../deps.ts";
import { job } from "../../../../lib/tasks/job.ts";
import { measureSite } from "../measure-site.ts";

const everyMs = 5 * 60_000;
/** Of one run: the next one goes on where it ends. */
const mostMs = 60_000;
const mostSites = 1_000;

/** Measures what each site stores in the database, those first that were measured longest ago. Of several processes one measures a site. */
export const measureSites = job(
  { name: "measure sites", everyMs },
  async ({ sql, clock, ids, log }: Pick<Deps, "sql" | "clock" | "ids" | "log">) => {
    const beganAtMs = clock.monotonicMs();
    const now = clock.now();
    const before = new Date(now.getTime() - everyMs);
    const due = await sql<{ id: string }>`
      select sites.id
      from sites
      left join site_usage on site_usage.site_id = sites.id
      where site_usage.measured_at is null or site_usage.measured_at <= ${before}
      order by site_usage.measured_at nulls first, sites.id
      limit ${mostSites}`;
    for (const { id } of due) {
      if (clock.monotonicMs() - beganAtMs > mostMs) return;
      try {
        const [renewed] = await sql<{ id: string }>`
          update site_usage set measured_at = ${now} where site_id = ${id} and measured_at <= ${before} returning id`;
        const [claimed] = renewed
          ? [renewed]
          : await sql<{ id: string }>`
              insert into site_usage (site_id, id, measured_at) values (${id}, ${ids.next()}, ${now})
              on conflict (site_id) do nothing
              returning id`;
        if (!claimed) continue;
        const bytes = await measureSite(sql, id);
        await sql`update site_usage set bytes = ${bytes} where site_id = ${id} and measured_at = ${now}`;
      } catch (error) {
        // The last measurement counts until one succeeds. A site may have been deleted meanwhile.
        log.warn({ error: (error as Error).name, siteId: id }, "the data of a site cannot be measured");
      }
    }
  },
);
