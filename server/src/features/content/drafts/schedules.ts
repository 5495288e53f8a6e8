import type { Saving } from "../../../lib/published/saving.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { kindOf, type HeldTranslation } from "./held-document.ts";
import type { Changing } from "./publish.ts";
import { freezeDraft } from "./snapshots.ts";

interface Times {
  publishAt: Date | null;
  unpublishAt: Date | null;
}

/** Plans work for a held translation, in place of what was planned. The content to publish is frozen as it is. */
export async function saveSchedule(
  tx: Sql,
  saving: Saving,
  siteId: string,
  translation: HeldTranslation,
  { publishAt, unpublishAt }: Times,
  changing: Changing,
): Promise<void> {
  const { now, ids } = saving;
  const versionId = publishAt ? await freezeDraft(tx, saving, siteId, translation) : null;
  await tx`
    insert into schedules (site_id, id, translation_id, publish_at, unpublish_at, version_id, revision, scheduled_by, created_at)
    values (
      ${siteId}, ${ids.next()}, ${translation.id}, ${publishAt}, ${unpublishAt}, ${versionId}::uuid, ${translation.revision},
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
  await record(tx, saving, siteId, translation, changing, times);
}

/** Takes back everything that was planned for a held translation. */
export async function removeSchedule(
  tx: Sql,
  saving: Saving,
  siteId: string,
  translation: HeldTranslation,
  changing: Changing,
): Promise<void> {
  const removed = await tx<{ id: string }>`
    delete from schedules where site_id = ${siteId} and translation_id = ${translation.id} returning id`;
  if (removed.length > 0) await record(tx, saving, siteId, translation, changing, [{ member: "scheduled" }]);
}

async function record(
  tx: Sql,
  saving: Saving,
  siteId: string,
  { documentId: id, contentType, locale, revision, draftTitle, title }: HeldTranslation,
  { actor, action }: Changing,
  changes: { member: string; to?: string }[],
): Promise<void> {
  const target = { type: kindOf(contentType), id, label: draftTitle || title, locale, revision };
  await recordChange(tx, saving, { actor, siteId, action, target, changes });
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
