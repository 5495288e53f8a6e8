import type { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Site } from "../../../../lib/site.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { Change } from "../../../people/audit/index.ts";
import type { ContentReference } from "../../rendering/index.ts";
import { recomputeDocuments } from "../publishing/recompute-documents.ts";
import { referencesOf, storedReferences } from "./draft-references.ts";
import type { StoredDraft } from "./draft.ts";
import type { LockedDocument } from "./locked-document.ts";
import type { Changing } from "../publishing/publish.ts";
import { leadOf, shareValues } from "./share-values.ts";
import { haveSharedMembers, withSharedValues } from "./shared-values.ts";
import { readTypeSchemas, type Schemas } from "./type-schemas.ts";
import { draftOf, recordDraft, replaceDraftReferences, updateDraft } from "./update-draft.ts";

export interface DraftDeps {
  contentChecks: SchemaCache;
}

/**
 * Writes the draft of a translation of a held document, and the values that all locales share into the drafts of the others. A locale that the
 * document does not have yet is added. `isReplaced`: the content is not the earlier draft with changes, which becomes a snapshot.
 */
export async function writeDraft(
  tx: Sql,
  ctx: WriteContext,
  { contentChecks }: DraftDeps,
  site: Pick<Site, "id" | "defaultLocale">,
  document: LockedDocument,
  locale: string,
  newDraft: StoredDraft,
  changing: Changing & { isReplaced?: boolean },
): Promise<void> {
  const { contentType, translations } = document;
  const { isReplaced = false } = changing;
  const adminId = changing.actor.adminId ?? null;
  const types = await readTypeSchemas(tx, contentChecks, site.id, [{ contentType, content: newDraft.content }]);
  const content = sharedContent(document, types, site.defaultLocale, locale, newDraft.content);
  const references = await storedReferences(tx, site.id, referencesOf(types, { contentType, content }));
  const translation = translations.find((each) => each.locale === locale);
  const draft = { ...newDraft, content };
  if (translation) await updateDraft(tx, ctx, site.id, translation, draft, references, { adminId, isReplaced });
  else await insertTranslation(tx, ctx, site.id, document, locale, draft, references, adminId);
  const changes = changesOf(translation ? draftOf(translation) : null, draft);
  const written = { locale, revision: (translation?.revision ?? 0) + 1, title: draft.title };
  await recordDraft(tx, ctx, site.id, document, written, changes, changing);
  await recomputeDocuments(tx, site.id, [document.id]);
  if (translations.some((each) => each.locale !== locale) && haveSharedMembers(types)) {
    await shareValues(tx, ctx, site.id, [document.id], { ...changing, isReplaced: isReplaced || !translation });
  }
}

/**
 * Content for a locale of a document, with the values that all locales share: those of the leading locale. A default locale that is added to a document leads
 * from then on, and takes the values that it lacks from the one that led before.
 */
export function sharedContent(document: LockedDocument, types: Schemas, defaultLocale: string, locale: string, content: string): string {
  const lead = leadOf(document, defaultLocale);
  if (!lead || lead.locale === locale) return content;
  const sharing = locale === defaultLocale ? "fill" : "replace";
  return withSharedValues(document.kind, types, document.contentType, { from: draftOf(lead).content, to: content, sharing });
}

async function insertTranslation(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { id: documentId, contentType }: LockedDocument,
  locale: string,
  { slug, title, content }: StoredDraft,
  references: readonly ContentReference[],
  adminId: string | null,
): Promise<void> {
  const { now, ids } = ctx;
  const id = ids.next();
  await tx`
    insert into translations (
      site_id, id, document_id, content_type, locale, slug, draft, draft_title, draft_updated_at, snapshot_at, edited_by, edited_at, created_at
    )
    values (
      ${siteId}, ${id}, ${documentId}, ${contentType}, ${locale}, ${slug}, ${content}::json, ${title}, ${now}, ${now},
      ${adminId}::uuid, ${now}, ${now}
    )`;
  await replaceDraftReferences(tx, ctx, siteId, id, references);
}

/** Texts that people write have versions: the log names them alone. */
function changesOf(before: Omit<StoredDraft, "hasBindings"> | null, after: StoredDraft): Change[] {
  const memberChanges = (["slug", "title"] as const).flatMap((member) => {
    if (before?.[member] === after[member]) return [];
    return [{ member, ...(before ? { from: before[member] } : {}), to: after[member] }];
  });
  return before?.content === after.content ? memberChanges : [...memberChanges, { member: "draft" }];
}
