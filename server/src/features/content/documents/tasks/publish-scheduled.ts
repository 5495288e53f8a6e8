import type { Deps } from "../../../../deps.ts";
import type { Actor } from "../../../../lib/admin/identity.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { StoredFault } from "../../../../lib/admin/stored-fault.ts";
import { job } from "../../../../lib/tasks/job.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { notifyAdmin } from "../../../people/team/index.ts";
import { lockDocuments, kindOf, type LockedTranslation } from "../drafts/locked-document.ts";
import { changePublished, checkPublications, type PublicationCheck, type PublishDeps, type ToPublish } from "../publishing/publish.ts";
import { takeBackSchedules } from "../drafts/schedules.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

const action = "publish scheduled";
/** Of one site, before the others have their turn: the job goes on with the rest a second later. */
const mostOfSite = 100;

/** Publishes and unpublishes what was planned for a time that has come. Any process does it; the site's row decides which one. */
export const publishScheduled = job(
  { name: action, everyMs: 1_000 },
  async ({
    sql,
    clock,
    ids,
    sites,
    contentChecks,
    publicUrl,
  }: Pick<Deps, "sql" | "clock" | "ids" | "sites" | "contentChecks" | "publicUrl">) => {
    const due = await sql<{ siteId: string }>`
      select distinct due.site_id as "siteId"
      from (
        select schedules.site_id
        from sites
        join schedules on schedules.site_id = sites.id
        where sites.suspended_at is null
          and sites.deleted_at is null
          and schedules.failed_at is null
          and least(schedules.publish_at, schedules.unpublish_at) <= ${clock.now()}
        limit 100
      ) as due`;
    for (const { siteId } of due) {
      const site = await sites.findSite(siteId);
      if (!site) continue;
      const next = (tx: Sql) => runNext(tx, { now: clock.now(), ids }, { contentChecks, publicUrl }, site);
      for (let done = 0; done < mostOfSite && (await sql.begin(next)); done += 1);
    }
  },
);

interface Due {
  id: string;
  documentId: string;
  translationId: string;
  isPublication: boolean;
  slug: string | null;
  title: string | null;
  content: string | null;
  scheduledBy: string | null;
}

/** Does one thing that is due in a site. Resolves with whether there was one. */
async function runNext(tx: Sql, ctx: WriteContext, deps: PublishDeps, site: Parameters<typeof checkPublications>[2]): Promise<boolean> {
  await lockSite(tx, site.id);
  const [due] = await tx<Due>`
    select
      schedules.id,
      translations.document_id as "documentId",
      schedules.translation_id as "translationId",
      coalesce(schedules.publish_at <= ${ctx.now}, false) as "isPublication",
      versions.slug,
      versions.title,
      versions.content::text as content,
      schedules.scheduled_by as "scheduledBy"
    from schedules
    join translations on translations.site_id = ${site.id} and translations.id = schedules.translation_id
    left join versions on versions.site_id = ${site.id} and versions.id = schedules.version_id
    where schedules.site_id = ${site.id}
      and schedules.failed_at is null
      and least(schedules.publish_at, schedules.unpublish_at) <= ${ctx.now}
    order by least(schedules.publish_at, schedules.unpublish_at), schedules.id
    limit 1`;
  if (!due) return false;
  const document = (await lockDocuments(tx, site.id, [due.documentId])).get(due.documentId);
  const translation = document?.translations.find(({ id }) => id === due.translationId);
  // It was deleted between the two statements, and its plans with it.
  if (!translation) return true;
  const actor: Actor = { kind: "JOB", ...(due.scheduledBy === null ? {} : { adminId: due.scheduledBy }) };
  const changing = { actor, action };
  if (!due.isPublication) {
    if (translation.published !== null) await changePublished(tx, ctx, site, { publish: [], unpublish: [translation] }, changing);
    await takeBackSchedules(tx, site.id, [translation.id], "unpublishAt");
    return true;
  }
  const item = { translation, slug: due.slug ?? translation.slug, title: due.title ?? "", content: due.content ?? "{}" };
  const [check] = await checkPublications(tx, deps, site, [item]);
  const failure = check && failureOf(check);
  if (failure) {
    await fail(tx, ctx, site, due, item, actor, failure);
    return true;
  }
  await changePublished(tx, ctx, site, { publish: [{ item, references: check?.references ?? [] }], unpublish: [] }, changing);
  await takeBackSchedules(tx, site.id, [translation.id], "publishAt");
  return true;
}

interface PlanFailure {
  /** In words. */
  reason: string;
  fault: StoredFault;
}

/** Undefined: nothing stands in the way. */
function failureOf({ errors: [error], unpublished: [target] }: PublicationCheck): PlanFailure | undefined {
  if (error) return { reason: `${error.path.slice(1)} ${error.message}`, fault: { title: null, path: error.path, code: error.code } };
  return (
    target && {
      reason: `It refers to “${target.title}”, which is not published.`,
      fault: { title: target.title, path: "", code: "reference_unpublished" },
    }
  );
}

/** The plan stays, for people to see; nothing else comes of it. */
async function fail(
  tx: Sql,
  ctx: WriteContext,
  site: { id: string; name: string },
  { id, scheduledBy }: Due,
  { translation, title }: ToPublish,
  actor: Actor,
  { reason, fault: error }: PlanFailure,
): Promise<void> {
  await tx`update schedules set failed_at = ${ctx.now}, failure = ${reason}, fault = ${JSON.stringify(error)}::jsonb
    where site_id = ${site.id} and id = ${id}`;
  const target = targetOf(translation, title);
  await recordChange(tx, ctx, { actor, siteId: site.id, action, target, changes: [{ member: "scheduled", to: "FAILED" }] });
  if (scheduledBy !== null) await notifyAdmin(tx, ctx, scheduledBy, "schedule-failed", { title, site: site.name, reason });
}

function targetOf({ contentType, documentId: id, locale, revision }: LockedTranslation, label: string) {
  return { type: kindOf(contentType), id, label, locale, revision };
}
