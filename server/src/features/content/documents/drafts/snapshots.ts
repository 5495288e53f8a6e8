import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { LockedTranslation } from "./locked-document.ts";
import { hasBindings } from "./draft.ts";

/** Of one translation. The latest ones are kept, and those that a plan or a release publishes. */
const keptSnapshots = 50;
const alsoAfterMs = 5 * 60_000;

/** Whether a change of the draft must keep what it was: another person saves, or the same one after some time. */
export function isSnapshotDue({ draft, editedBy, snapshotAt }: LockedTranslation, adminId: string | null, now: Date): boolean {
  if (draft === null) return false;
  return editedBy !== adminId || now.getTime() - (snapshotAt?.getTime() ?? 0) > alsoAfterMs;
}

/** Keeps the draft of a held translation as a version. Resolves with its id. */
export async function addSnapshot(tx: Sql, { now, ids }: WriteContext, siteId: string, translation: LockedTranslation): Promise<string> {
  const { id, contentType, draft, draftSlug, slug, draftTitle, revision, editedBy } = translation;
  if (draft === null) throw new Error("There is no draft to save.");
  const versionId = ids.next();
  await tx`
    insert into versions (site_id, id, translation_id, number, kind, content, has_bindings, slug, title, revision, created_by, created_at)
    select
      ${siteId}, ${versionId}, ${id}, coalesce(max(number), 0) + 1, 'SNAPSHOT', ${draft}::json, ${hasBindings(contentType, draft)},
      ${draftSlug ?? slug}, ${draftTitle}, ${revision}, ${editedBy}::uuid, ${now}
    from versions where site_id = ${siteId} and translation_id = ${id}`;
  await tx`
    delete from versions
    where site_id = ${siteId} and id in (
      select old.id from versions as old
      where old.site_id = ${siteId}
        and old.translation_id = ${id}
        and old.kind = 'SNAPSHOT'
        and not exists (select from schedules where schedules.site_id = ${siteId} and schedules.version_id = old.id)
        and not exists (
          select from release_items
          where release_items.site_id = ${siteId} and release_items.translation_id = ${id} and release_items.version_id = old.id
        )
      order by old.number desc
      offset ${keptSnapshots}
    )`;
  return versionId;
}

/** The version of the draft of a held translation, made unless there is one: it stays what it is, whatever is edited later. */
export async function freezeDraft(tx: Sql, ctx: WriteContext, siteId: string, translation: LockedTranslation): Promise<string> {
  const [snapshot] = await tx<{ id: string }>`
    select id from versions
    where site_id = ${siteId} and translation_id = ${translation.id} and revision = ${translation.revision} and kind = 'SNAPSHOT'
    order by number desc
    limit 1`;
  return snapshot?.id ?? addSnapshot(tx, ctx, siteId, translation);
}
