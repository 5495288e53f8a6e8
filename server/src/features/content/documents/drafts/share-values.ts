import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { RecordedChange } from "../../../people/audit/index.ts";
import { pageContentType } from "../../rendering/index.ts";
import { recomputeDocuments } from "../publishing/recompute-documents.ts";
import { referencesOf, storedReferences } from "./draft-references.ts";
import { lockDocuments, type LockedDocument, type LockedTranslation } from "./locked-document.ts";
import { haveSharedMembers, withSharedValues } from "./shared-values.ts";
import { readSchemas, type Schemas } from "./type-schemas.ts";
import { draftOf, recordDraft, updateDraft } from "./update-draft.ts";

/** The actor to record; undefined: the change is not recorded. `isReplaced` as for `updateDraft`; absent: yes. */
type By = (Pick<RecordedChange, "actor" | "action"> & { isReplaced?: boolean }) | undefined;

/**
 * The translation whose values the other locales share: that of the default locale, or else the oldest one, from which lists take the title, too.
 */
export function leadOf({ translations }: Pick<LockedDocument, "translations">, defaultLocale: string): LockedTranslation | undefined {
  const [first] = [...translations].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  return translations.find(({ locale }) => locale === defaultLocale) ?? first;
}

/**
 * Writes the values that all locales share into the drafts of documents, from the draft of their leading locale, or from what is published there.
 * Everything that changes a draft or a publication of that locale calls it afterwards, in the same transaction.
 */
export async function shareValues(tx: Sql, ctx: WriteContext, siteId: string, documentIds: readonly string[], by: By): Promise<void> {
  await share(tx, siteId, documentIds, async (document, schemas, lead) => {
    for (const other of document.translations) if (other !== lead) await take(tx, ctx, siteId, { document, schemas, by }, lead, other);
  });
}

const documentsAtOnce = 100;

/**
 * The same for documents that were imported, by content type and name. What a bundle leaves out in the leading locale is not deleted in the others: the leading
 * locale takes it from them.
 */
export async function shareImportedValues(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  documents: readonly { contentType: string; name: string }[],
  by: By,
): Promise<void> {
  if (!(await hasSharingTypes(tx, siteId, documents))) return;
  for (let start = 0; start < documents.length; start += documentsAtOnce) {
    const slice = documents.slice(start, start + documentsAtOnce);
    const rows = await tx<{ id: string }>`
      select distinct documents.id
      from unnest(
        ${slice.map(({ contentType }) => contentType)}::text[],
        ${slice.map(({ name }) => name)}::text[]
      ) as wanted (content_type, name)
      join documents on documents.site_id = ${siteId}
        and documents.content_type = wanted.content_type
        and documents.name = wanted.name`;
    const ids = rows.map(({ id }) => id);
    await share(tx, siteId, ids, async (document, schemas, lead) => {
      for (const other of document.translations) {
        if (other !== lead) await take(tx, ctx, siteId, { document, schemas, by, sharing: "fill" }, other, lead);
      }
    });
    await shareValues(tx, ctx, siteId, ids, by);
  }
}

/** Whether any type that the documents may use has values for all locales: most sites have none, and read no content for it. */
async function hasSharingTypes(tx: Sql, siteId: string, documents: readonly { contentType: string }[]): Promise<boolean> {
  const [sharingType] = await tx<{ id: string }>`
    select id from content_types
    where site_id = ${siteId}
      and slug = any (${[...new Set(documents.map(({ contentType }) => contentType))]}::text[])
      and schema::text like '%"x-shared"%'
    limit 1`;
  if (sharingType) return true;
  if (documents.every(({ contentType }) => contentType !== pageContentType)) return false;
  const [block] = await tx<{ id: string }>`
    select id from block_types where site_id = ${siteId} and schema::text like '%"x-shared"%' limit 1`;
  return block !== undefined;
}

async function share(
  tx: Sql,
  siteId: string,
  documentIds: readonly string[],
  work: (document: LockedDocument, schemas: Schemas, lead: LockedTranslation) => Promise<void>,
): Promise<void> {
  const lockedDocuments = await lockDocuments(tx, siteId, documentIds);
  const several = [...lockedDocuments.values()].filter(({ translations }) => translations.length > 1);
  if (several.length === 0 || !(await hasSharingTypes(tx, siteId, several))) return;
  const contents = several.flatMap(({ translations }) => translations.map((each) => ({ ...each, content: contentOf(each) })));
  const schemas = await readSchemas(tx, siteId, contents);
  if (!haveSharedMembers(schemas)) return;
  const [site] = await tx<{ defaultLocale: string }>`select default_locale as "defaultLocale" from sites where id = ${siteId}`;
  for (const document of several) {
    const lead = leadOf(document, site?.defaultLocale ?? "");
    if (lead) await work(document, schemas, lead);
  }
}

/** Writes the shared values of one translation into the draft of another of its document. */
async function take(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { document, schemas, by, sharing = "replace" }: { document: LockedDocument; schemas: Schemas; by: By; sharing?: "replace" | "fill" },
  from: LockedTranslation,
  to: LockedTranslation,
): Promise<void> {
  const { id, kind, contentType } = document;
  const targetDraft = draftOf(to);
  const content = withSharedValues(kind, schemas, contentType, { from: contentOf(from), to: targetDraft.content, sharing });
  if (content === targetDraft.content || content === JSON.stringify(JSON.parse(targetDraft.content))) return;
  const references = await storedReferences(tx, siteId, referencesOf(schemas, { contentType, content }));
  await updateDraft(tx, ctx, siteId, to, { ...targetDraft, content }, references, {
    adminId: by?.actor.adminId ?? null,
    isReplaced: by?.isReplaced ?? true,
  });
  const member = kind === "page" ? "composition" : "data";
  if (by)
    await recordDraft(
      tx,
      ctx,
      siteId,
      document,
      { locale: to.locale, revision: to.revision + 1, title: targetDraft.title },
      [{ member }],
      by,
    );
  // A later value of another locale is written upon this one.
  if (to.draft === null) Object.assign(to, { draftSlug: null, draftTitle: targetDraft.title });
  Object.assign(to, { draft: content, revision: to.revision + 1, snapshotAt: ctx.now, editedBy: by?.actor.adminId ?? null });
  await recomputeDocuments(tx, siteId, [id]);
}

function contentOf(translation: LockedTranslation): string {
  return draftOf(translation).content;
}
