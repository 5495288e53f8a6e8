import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange, type Change, type RecordedChange } from "../../../people/audit/index.ts";
import type { ContentReference } from "../../rendering/index.ts";
import type { StoredDraft } from "./draft.ts";
import type { LockedDocument, LockedTranslation } from "./locked-document.ts";
import { addSnapshot, freezeDraft, isSnapshotDue } from "./snapshots.ts";

/** The draft of a translation, or what is published where it has none. */
export function draftOf({ draft, draftSlug, slug, draftTitle, title, published }: LockedTranslation): Omit<StoredDraft, "hasBindings"> {
  return draft === null ? { slug, title, content: published ?? "{}" } : { slug: draftSlug ?? slug, title: draftTitle, content: draft };
}

/**
 * Writes the draft of a held translation. The earlier draft becomes a snapshot when it is due, and always where another content takes its place as a whole:
 * nobody has seen its last words go.
 */
export async function updateDraft(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  translation: LockedTranslation,
  { slug, title, content }: Omit<StoredDraft, "hasBindings">,
  references: readonly ContentReference[],
  { adminId, isReplaced = false }: { adminId: string | null; isReplaced?: boolean },
): Promise<void> {
  const { now } = ctx;
  const { id, revision, published, draft, slug: ownSlug, snapshotAt } = translation;
  const isDue = isSnapshotDue(translation, adminId, now);
  if (isDue) await addSnapshot(tx, ctx, siteId, translation);
  else if (isReplaced && draft !== null) await freezeDraft(tx, ctx, siteId, translation);
  const isKept = isDue || isReplaced;
  const isPublished = published !== null;
  const [written] = await tx<{ id: string }>`
    update translations set
      slug = ${isPublished ? ownSlug : slug},
      draft_slug = ${isPublished && slug !== ownSlug ? slug : null},
      draft = ${content}::json,
      draft_title = ${title},
      draft_updated_at = ${now},
      snapshot_at = ${isKept || draft === null ? now : snapshotAt}::timestamptz,
      edited_by = ${adminId}::uuid,
      edited_at = ${now},
      revision = revision + 1
    where site_id = ${siteId} and id = ${id} and revision = ${revision}
    returning id`;
  if (!written) throw new Error("A held translation was changed.");
  await replaceDraftReferences(tx, ctx, siteId, id, references);
}

/** The references of a draft, in place of those that it had. */
export async function replaceDraftReferences(
  tx: Sql,
  { ids }: WriteContext,
  siteId: string,
  translationId: string,
  references: readonly ContentReference[],
): Promise<void> {
  await tx`delete from content_references where site_id = ${siteId} and translation_id = ${translationId} and is_draft`;
  if (references.length === 0) return;
  const rows = references.map(({ path, kind, targetId }) => ({ id: ids.next(), path, kind, target_id: targetId }));
  await tx`
    insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
    select ${siteId}::uuid, id, ${translationId}::uuid, true, path, kind, target_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, path text, kind text, target_id uuid)`;
}

/** Records a change of a draft. */
export async function recordDraft(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { id, kind }: LockedDocument,
  { locale, revision, title }: { locale: string; revision: number; title: string },
  changes: readonly Change[],
  { actor, action }: Pick<RecordedChange, "actor" | "action">,
): Promise<void> {
  await recordChange(tx, ctx, { actor, siteId, action, target: { type: kind, id, label: title, locale, revision }, changes });
}
