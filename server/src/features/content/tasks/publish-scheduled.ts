import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../lib/admin/identity.ts";
import type { Saving } from "../../../lib/published/saving.ts";
import { job } from "../../../lib/tasks/job.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { holdSite } from "../../sites/index.ts";
import { notifyAdmin } from "../../team/index.ts";
import { holdDocuments, kindOf, type HeldTranslation } from "../drafts/held-document.ts";
import { changePublished, checkPublications, type PublicationCheck, type PublishDeps, type ToPublish } from "../drafts/publish.ts";
import { takeBackSchedules } from "../drafts/schedules.ts";

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
      select distinct found.site_id as "siteId"
      from (
        select schedules.site_id
        from sites
        join schedules on schedules.site_id = sites.id
        where sites.suspended_at is null
          and sites.deleted_at is null
          and schedules.failed_at is null
          and least(schedules.publish_at, schedules.unpublish_at) <= ${clock.now()}
        limit 100
      ) as found`;
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
async function runNext(tx: Sql, saving: Saving, deps: PublishDeps, site: Parameters<typeof checkPublications>[2]): Promise<boolean> {
  await holdSite(tx, site.id);
  const [due] = await tx<Due>`
    select
      schedules.id,
      translations.document_id as "documentId",
      schedules.translation_id as "translationId",
      coalesce(schedules.publish_at <= ${saving.now}, false) as "isPublication",
      versions.slug,
      versions.title,
      versions.content::text as content,
      schedules.scheduled_by as "scheduledBy"
    from schedules
    join translations on translations.site_id = ${site.id} and translations.id = schedules.translation_id
    left join versions on versions.site_id = ${site.id} and versions.id = schedules.version_id
    where schedules.site_id = ${site.id}
      and schedules.failed_at is null
      and least(schedules.publish_at, schedules.unpublish_at) <= ${saving.now}
    order by least(schedules.publish_at, schedules.unpublish_at), schedules.id
    limit 1`;
  if (!due) return false;
  const document = (await holdDocuments(tx, site.id, [due.documentId])).get(due.documentId);
  const translation = document?.translations.find(({ id }) => id === due.translationId);
  // It was deleted between the two statements, and its plans with it.
  if (!translation) return true;
  const actor: Actor = { kind: "JOB", ...(due.scheduledBy === null ? {} : { adminId: due.scheduledBy }) };
  const changing = { actor, action };
  if (!due.isPublication) {
    if (translation.published !== null) await changePublished(tx, saving, site, { publish: [], unpublish: [translation] }, changing);
    await takeBackSchedules(tx, site.id, [translation.id], "unpublishAt");
    return true;
  }
  const item = { translation, slug: due.slug ?? translation.slug, title: due.title ?? "", content: due.content ?? "{}" };
  const [check] = await checkPublications(tx, deps, site, [item]);
  const reason = check && reasonOf(check);
  if (reason !== undefined) {
    await fail(tx, saving, site, due, item, actor, reason);
    return true;
  }
  await changePublished(tx, saving, site, { publish: [{ item, references: check?.references ?? [] }], unpublish: [] }, changing);
  await takeBackSchedules(tx, site.id, [translation.id], "publishAt");
  return true;
}

/** In words; undefined: nothing stands in the way. */
function reasonOf({ faults: [fault], unpublished: [target] }: PublicationCheck): string | undefined {
  if (fault) return `${fault.path.slice(1)} ${fault.message}`;
  return target && `It refers to “${target.title}”, which is not published.`;
}

/** The plan stays, for people to see; nothing else comes of it. */
async function fail(
  tx: Sql,
  saving: Saving,
  site: { id: string; name: string },
  { id, scheduledBy }: Due,
  { translation, title }: ToPublish,
  actor: Actor,
  reason: string,
): Promise<void> {
  await tx`update schedules set failed_at = ${saving.now}, failure = ${reason} where site_id = ${site.id} and id = ${id}`;
  const target = targetOf(translation, title);
  await recordChange(tx, saving, { actor, siteId: site.id, action, target, changes: [{ member: "scheduled", to: "FAILED" }] });
  if (scheduledBy !== null) await notifyAdmin(tx, saving, scheduledBy, "schedule-failed", { title, site: site.name, reason });
}

function targetOf({ contentType, documentId: id, locale, revision }: HeldTranslation, label: string) {
  return { type: kindOf(contentType), id, label, locale, revision };
}
