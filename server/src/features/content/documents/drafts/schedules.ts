import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { kindOf, type LockedTranslation } from "./locked-document.ts";
import type { Changing } from "../publishing/publish.ts";
import { freezeDraft } from "./snapshots.ts";

interface Times {
  publishAt: Date | null;
  unpublishAt: Date | null;
}

/** The times of a translation's schedule that are in the future. */
export async function readPlan(tx: Sql, siteId: string, translationId: string, now: Date): Promise<(Times & Frozen) | undefined> {
  const [plan] = await tx<Times & Frozen>`
    select
      case when publish_at > ${now} then publish_at end as "publishAt",
      case when unpublish_at > ${now} then unpublish_at end as "unpublishAt",
      version_id as "versionId",
      revision
    from schedules where site_id = ${siteId} and translation_id = ${translationId}`;
  return plan;
}

/** The content that a plan publishes. */
interface Frozen {
  versionId: string | null;
  revision: number;
}

/** Plans work for a held translation, in place of what was planned. The content to publish is frozen as it is, unless it was frozen before. */
export async function saveSchedule(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  translation: LockedTranslation,
  { publishAt, unpublishAt }: Times,
  changing: Changing,
  frozen?: Frozen,
): Promise<void> {
  const { now, ids } = ctx;
  const versionId = publishAt ? (frozen?.versionId ?? (await freezeDraft(tx, ctx, siteId, translation))) : null;
  const revision = publishAt && frozen ? frozen.revision : translation.revision;
  await tx`
    insert into schedules (site_id, id, translation_id, publish_at, unpublish_at, version_id, revision, scheduled_by, created_at)
    values (
      ${siteId}, ${ids.next()}, ${translation.id}, ${publishAt}, ${unpublishAt}, ${versionId}::uuid, ${revision},
      ${changing.actor.adminId ?? null}::uuid, ${now}
    )
    on conflict (site_id, translation_id) do update set
      publish_at = excluded.publish_at,
      unpublish_at = excluded.unpublish_at,
      version_id = excluded.version_id,
      revision = excluded.revision,
      scheduled_by = excluded.scheduled_by,
      failed_at = null,
      failure = null,
      created_at = excluded.created_at`;
  const times = Object.entries({ publishAt, unpublishAt }).flatMap(([member, at]) => (at ? [{ member, to: at.toISOString() }] : []));
  await record(tx, ctx, siteId, translation, changing, times);
}

/** Takes back everything that was planned for a held translation. */
export async function removeSchedule(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  translation: LockedTranslation,
  changing: Changing,
): Promise<void> {
  const removed = await tx<{ id: string }>`
    delete from schedules where site_id = ${siteId} and translation_id = ${translation.id} returning id`;
  if (removed.length > 0) await record(tx, ctx, siteId, translation, changing, [{ member: "scheduled" }]);
}

async function record(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { documentId: id, contentType, locale, revision, draftTitle, title }: LockedTranslation,
  { actor, action }: Changing,
  changes: { member: string; to?: string }[],
): Promise<void> {
  const target = { type: kindOf(contentType), id, label: draftTitle || title, locale, revision };
  await recordChange(tx, ctx, { actor, siteId, action, target, changes });
}

/** Takes back what was planned for translations at one end: somebody has done it by hand, or otherwise. */
export async function takeBackSchedules(
  tx: Sql,
  siteId: string,
  translationIds: readonly string[],
  end: "publishAt" | "unpublishAt",
): Promise<void> {
  const isPublication = end === "publishAt";
  await tx`
    delete from schedules
    where site_id = ${siteId}
      and translation_id = any (${translationIds}::uuid[])
      and case when ${isPublication} then unpublish_at is null else publish_at is null end`;
  await tx`
    update schedules set
      publish_at = case when ${isPublication} then null else publish_at end,
      version_id = case when ${isPublication} then null else version_id end,
      unpublish_at = case when ${isPublication} then unpublish_at end,
      failed_at = null,
      failure = null
    where site_id = ${siteId} and translation_id = any (${translationIds}::uuid[])`;
}
