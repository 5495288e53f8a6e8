import type { Deps } from "../../../../deps.ts";
import type { Actor } from "../../../../lib/admin/identity.ts";
import type { StoredFault } from "../../../../lib/admin/stored-fault.ts";
import { ProblemError, type ProblemDetails } from "../../../../lib/http/problem.ts";
import type { Site } from "../../../../lib/site.ts";
import { job } from "../../../../lib/tasks/job.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { notifyAdmin } from "../../../people/team/index.ts";
import { lockPublishedSite } from "../apply-release.ts";
import type { LockedRelease } from "../lock-release.ts";
import type { ReleaseProblem } from "../release.ts";
import { publishLocked, publishingLimits, releaseBlocked, type ReleaseDeps } from "../publish-release.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

const action = "publish releases";

/** Publishes releases whose time has come. Any process does it; the site's row decides which one. */
export const publishReleases = job(
  { name: action, everyMs: 1_000 },
  async ({ sites, ...deps }: Pick<Deps, "sql" | "clock" | "ids" | "sites" | "contentChecks" | "publicUrl">) => {
    const due = await deps.sql<{ siteId: string }>`
      select distinct due.site_id as "siteId"
      from (
        select releases.site_id
        from sites
        join releases on releases.site_id = sites.id
        where sites.suspended_at is null
          and sites.deleted_at is null
          and releases.state = 'SCHEDULED'
          and releases.publish_at <= ${deps.clock.now()}
        limit 100
      ) as due`;
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const { siteId } of due) {
      const site = await sites.findSite(siteId);
      if (site) outcomes.push(...(await Promise.allSettled([publishDue(deps, site)])));
    }
    // The failure of one site keeps no other one waiting.
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  },
);

/** Of a site in one run: the next run is a second away. */
const mostAtOnce = 10;

async function publishDue(deps: ReleaseDeps, site: Site): Promise<void> {
  for (let left = mostAtOnce; left > 0 && (await publishNext(deps, site)); left -= 1);
}

/** Publishes one release that is due in a site, or notes why it cannot be. Resolves with whether there was one. */
async function publishNext(deps: ReleaseDeps, site: Site): Promise<boolean> {
  const ctx = { now: deps.clock.now(), ids: deps.ids };
  let begun: LockedRelease | undefined;
  try {
    return await deps.sql.begin(async (tx) => {
      const published = await lockPublishedSite(tx, site);
      begun = await lockDue(tx, site.id, ctx.now);
      if (!begun) return false;
      await publishLocked(tx, ctx, deps, published, begun, { actor: actorOf(begun), action });
      return true;
    }, publishingLimits);
  } catch (error) {
    if (!begun || !(error instanceof ProblemError) || error.problem !== releaseBlocked) throw error;
    await fail(deps, site, begun, error.details);
    return true;
  }
}

async function lockDue(tx: Sql, siteId: string, now: Date): Promise<LockedRelease | undefined> {
  const [due] = await tx<Omit<LockedRelease, "state">>`
    select id, name, publish_at as "publishAt", scheduled_by as "scheduledBy", revision
    from releases
    where site_id = ${siteId} and state = 'SCHEDULED' and publish_at <= ${now}
    order by publish_at, id
    limit 1
    for update`;
  return due && { ...due, state: "SCHEDULED" };
}

function actorOf({ scheduledBy }: LockedRelease): Actor {
  return { kind: "JOB", ...(scheduledBy === null ? {} : { adminId: scheduledBy }) };
}

/** Nothing was published. Somebody may have changed the release since it was tried: then it is tried again. */
async function fail({ sql, clock, ids }: ReleaseDeps, site: Site, release: LockedRelease, details: ProblemDetails): Promise<void> {
  const ctx = { now: clock.now(), ids };
  const reason = details.detail ?? releaseBlocked.title;
  const [problem] = (details.members?.["problems"] ?? []) as ReleaseProblem[];
  const error: StoredFault | null = problem ? { title: problem.title, path: problem.path, code: problem.code } : null;
  const { id, name, revision, scheduledBy } = release;
  await sql.begin(async (tx) => {
    await lockSite(tx, site.id);
    const [failed] = await tx<{ revision: number }>`
      update releases set state = 'FAILED', failure = ${reason}, fault = ${error && JSON.stringify(error)}::jsonb, updated_at = ${ctx.now}, revision = revision + 1
      where site_id = ${site.id} and id = ${id} and revision = ${revision} and state = 'SCHEDULED'
      returning revision`;
    if (!failed) return;
    const target = { type: "release", id, label: name, revision: failed.revision };
    const changes = [{ member: "state", from: "SCHEDULED", to: "FAILED" }];
    await recordChange(tx, ctx, { actor: actorOf(release), siteId: site.id, action, target, changes });
    if (scheduledBy !== null) await notifyAdmin(tx, ctx, scheduledBy, "release-failed", { release: name, site: site.name, reason });
  });
}
