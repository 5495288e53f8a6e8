import type { SchemaCache } from "../../../lib/json-schema/json-schema.ts";
import type { Saving } from "../../../lib/published/saving.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange, type Change } from "../../audit/index.ts";
import { settleDocuments } from "../settle-documents.ts";
import type { ContentReference } from "../references.ts";
import { referencesOf, storedReferences } from "./draft-references.ts";
import type { StoredDraft } from "./draft.ts";
import type { HeldDocument, HeldTranslation } from "./held-document.ts";
import type { Changing } from "./publish.ts";
import { withSharedValues } from "./shared-values.ts";
import { addSnapshot, isSnapshotDue } from "./snapshots.ts";
import { readTypeSchemas } from "./type-schemas.ts";

export interface DraftDeps {
  contentChecks: SchemaCache;
}

/**
 * Writes the draft of a translation of a held document, and the values that all locales share into the drafts of the others. A locale that the
 * document does not have yet is added.
 */
export async function writeDraft(
  tx: Sql,
  saving: Saving,
  { contentChecks }: DraftDeps,
  site: Pick<Site, "id" | "defaultLocale">,
  document: HeldDocument,
  locale: string,
  given: StoredDraft,
  changing: Changing,
): Promise<void> {
  const { contentType, kind } = document;
  const types = await readTypeSchemas(tx, contentChecks, site.id, [{ contentType, content: given.content }]);
  const main = document.translations.find((each) => each.locale === site.defaultLocale);
  const share = (from: string, to: string) => withSharedValues(kind, types, contentType, { from, to });
  const mainContent = main?.draft ?? main?.published ?? null;
  const content = locale === site.defaultLocale || mainContent === null ? given.content : share(mainContent, given.content);
  const referencesIn = (text: string) => storedReferences(referencesOf(types, { contentType, content: text }));
  const translation = document.translations.find((each) => each.locale === locale);
  const draft = { ...given, content };
  if (translation) await updateDraft(tx, saving, site.id, translation, draft, referencesIn(content), changing);
  else await insertTranslation(tx, saving, site.id, document, locale, draft, referencesIn(content), changing);
  const from = translation ? draftOf(translation) : null;
  const changes = changesOf(from, draft);
  await record(
    tx,
    saving,
    site.id,
    document,
    { locale, revision: (translation?.revision ?? 0) + 1, title: draft.title },
    changes,
    changing,
  );
  if (locale === site.defaultLocale) {
    for (const other of document.translations) {
      if (other.locale === locale) continue;
      const own = draftOf(other);
      const shared = share(content, own.content);
      if (shared === own.content || JSON.stringify(JSON.parse(own.content)) === shared) continue;
      await updateDraft(tx, saving, site.id, other, { ...own, content: shared }, referencesIn(shared), changing);
      const member = kind === "page" ? "composition" : "data";
      await record(
        tx,
        saving,
        site.id,
        document,
        { locale: other.locale, revision: other.revision + 1, title: own.title },
        [{ member }],
        changing,
      );
    }
  }
  await settleDocuments(tx, site.id, [document.id]);
}

/** The draft of a translation, or what is published where it has none. */
export function draftOf({ draft, draftSlug, slug, draftTitle, title, published }: HeldTranslation): Omit<StoredDraft, "hasBindings"> {
  return draft === null ? { slug, title, content: published ?? "{}" } : { slug: draftSlug ?? slug, title: draftTitle, content: draft };
}

async function updateDraft(
  tx: Sql,
  saving: Saving,
  siteId: string,
  translation: HeldTranslation,
  { slug, title, content }: Omit<StoredDraft, "hasBindings">,
  references: readonly ContentReference[],
  { actor }: Changing,
): Promise<void> {
  const { now } = saving;
  const adminId = actor.adminId ?? null;
  const { id, revision, published, draft, slug: ownSlug, snapshotAt } = translation;
  const isKept = isSnapshotDue(translation, adminId, now);
  if (isKept) await addSnapshot(tx, saving, siteId, translation);
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
  await replaceDraftReferences(tx, saving, siteId, id, references);
}

async function insertTranslation(
  tx: Sql,
  saving: Saving,
  siteId: string,
  { id: documentId, contentType }: HeldDocument,
  locale: string,
  { slug, title, content }: StoredDraft,
  references: readonly ContentReference[],
  { actor }: Changing,
): Promise<void> {
  const { now, ids } = saving;
  const id = ids.next();
  await tx`
    insert into translations (
      site_id, id, document_id, content_type, locale, slug, draft, draft_title, draft_updated_at, snapshot_at, edited_by, edited_at, created_at
    )
    values (
      ${siteId}, ${id}, ${documentId}, ${contentType}, ${locale}, ${slug}, ${content}::json, ${title}, ${now}, ${now},
      ${actor.adminId ?? null}::uuid, ${now}, ${now}
    )`;
  await replaceDraftReferences(tx, saving, siteId, id, references);
}

/** The references of a draft, in place of those that it had. */
export async function replaceDraftReferences(
  tx: Sql,
  { ids }: Saving,
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

/** Texts that people write have versions: the log names them alone. */
function changesOf(before: Omit<StoredDraft, "hasBindings"> | null, after: StoredDraft): Change[] {
  const own = (["slug", "title"] as const).flatMap((member) => {
    if (before?.[member] === after[member]) return [];
    return [{ member, ...(before ? { from: before[member] } : {}), to: after[member] }];
  });
  return before?.content === after.content ? own : [...own, { member: "draft" }];
}

async function record(
  tx: Sql,
  saving: Saving,
  siteId: string,
  { id, kind }: HeldDocument,
  { locale, revision, title }: { locale: string; revision: number; title: string },
  changes: readonly Change[],
  { actor, action }: Changing,
): Promise<void> {
  await recordChange(tx, saving, { actor, siteId, action, target: { type: kind, id, label: title, locale, revision }, changes });
}
