import type { Sql } from "../../../../ports/database.ts";
import type { Tally } from "../../../../lib/observing/tally.ts";
import { replaceValues } from "../../queries/index.ts";
import { documentTag, listTag, slugTag } from "../../rendering/index.ts";
import { recordWebhookEvents } from "../../../server/webhooks/index.ts";
import { keepFormerSlugs } from "../former-slugs.ts";
import { countAliased } from "../save-aliases.ts";
import { publicationEvents } from "./publication-events.ts";
import { planPublication, type Authorship, type DocumentInput, type Publication, type StoredTranslation } from "./publication.ts";
import { recomputeDocuments } from "./recompute-documents.ts";
import type { PublicWriteContext } from "../../../../lib/published/write-context.ts";

/** A slug that another document of the type has in the locale. */
export interface SlugConflict {
  input: DocumentInput;
  takenBy: string;
}

/**
 * Adds the documents that the site does not have, found by content type and name. Their translations must be saved in the same transaction, which holds the
 * site's row. No document is a second one of a single type.
 */
export async function addDocuments(
  tx: Sql,
  { now, ids }: PublicWriteContext,
  siteId: string,
  inputs: readonly { contentType: string; name: string }[],
): Promise<void> {
  const rows = inputs.map(({ contentType, name }) => ({ id: ids.next(), content_type: contentType, name }));
  await tx`
    insert into documents (site_id, id, content_type, name, is_single, created_at)
    select distinct on (given.content_type, given.name)
      types.site_id, given.id, given.content_type, given.name, types.is_single, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, content_type text, name text)
    join content_types as types on types.site_id = ${siteId} and types.slug = given.content_type
    order by given.content_type, given.name, given.id
    on conflict (site_id, content_type, name) do nothing`;
}

// So that no statement takes long, nor its text much memory.
const rowsAtOnce = 100;

/**
 * Creates or updates translations of documents that `addDocuments` has added, found by content type, name and locale, in a handful of
 * statements for all together. Changed published content becomes a new version; unchanged documents are not touched. Translations must be distinct;
 * they may take one another's slugs.
 */
export async function saveDocuments(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  inputs: readonly DocumentInput[],
  by: Authorship = { adminId: null, releaseId: null },
): Promise<Tally & Pick<Publication, "edited">> {
  const { now, touched } = ctx;
  await lockDocuments(tx, siteId, inputs);
  const storedTranslations = await readStored(tx, siteId, inputs);
  const plan = planPublication(inputs, storedTranslations, ctx, by);
  const { tally, translations, versions, references, shownDocuments, changed, moved, saved, leaving, edited, imported } = plan;
  if (inputs.length > 1) await leaveSlugs(tx, siteId, leaving);
  await inSlices(translations, (rows) => upsertTranslations(tx, siteId, rows));
  await inSlices(versions, (rows) => insertVersions(tx, siteId, now, rows));
  await inSlices(references, (rows) => replaceReferences(tx, siteId, rows));
  await inSlices(changed, (rows) => replaceValues(tx, ctx, siteId, rows));
  await inSlices(imported, (rows) => noteImported(tx, siteId, rows));
  await keepFormerSlugs(tx, ctx, siteId, moved, changed);
  await countAliased(tx, ctx, siteId, inputs, storedTranslations, plan);
  await recomputeDocuments(tx, siteId, [...new Set(saved.map(({ documentId }) => documentId))]);
  for (const { documentId, contentType, slugs } of shownDocuments) {
    touched.add(listTag(contentType)).add(documentTag(documentId));
    for (const slug of slugs) touched.add(slugTag(contentType, slug));
  }
  for (const { contentType, slug } of await readSlugs(tx, siteId, shownDocuments)) touched.add(slugTag(contentType, slug));
  await recordWebhookEvents(tx, ctx, siteId, publicationEvents(plan));
  return { ...tally, edited };
}

/** Holds the documents until the transaction ends: drafts are saved by people at any time, while they hold their document. */
async function lockDocuments(tx: Sql, siteId: string, inputs: readonly DocumentInput[]): Promise<void> {
  await tx`
    select documents.id
    from unnest(
      ${inputs.map(({ contentType }) => contentType)}::text[],
      ${inputs.map(({ name }) => name)}::text[]
    ) as wanted (content_type, name)
    join documents on documents.site_id = ${siteId}
      and documents.content_type = wanted.content_type
      and documents.name = wanted.name
    order by documents.id
    for update of documents`;
}

/** The slugs of the documents' published translations: each shows the others as alternates. */
async function readSlugs(
  tx: Sql,
  siteId: string,
  documents: readonly { documentId: string }[],
): Promise<{ contentType: string; slug: string }[]> {
  if (documents.length === 0) return [];
  return tx<{ contentType: string; slug: string }>`
    select distinct content_type as "contentType", slug from translations
    where site_id = ${siteId}
      and document_id = any (${documents.map(({ documentId }) => documentId)}::uuid[])
      and published_version_id is not null`;
}

/** The published inputs whose slug belongs to another published document. Call it before saving, which would fail on the first. */
export async function findSlugConflicts(tx: Sql, siteId: string, inputs: readonly DocumentInput[]): Promise<SlugConflict[]> {
  const published = inputs.filter((input) => input.published);
  const rows = await tx<{ place: number; takenBy: string }>`
    select wanted.place::int as place, documents.name as "takenBy"
    from unnest(
      ${published.map(({ contentType }) => contentType)}::text[],
      ${published.map(({ name }) => name)}::text[],
      ${published.map(({ locale }) => locale)}::text[],
      ${published.map(({ slug }) => slug)}::text[]
    ) with ordinality as wanted (content_type, name, locale, slug, place)
    join translations on translations.site_id = ${siteId}
      and translations.content_type = wanted.content_type
      and translations.locale = wanted.locale
      and translations.slug = wanted.slug
    join documents on documents.site_id = ${siteId} and documents.id = translations.document_id
    where documents.name <> wanted.name and translations.published_version_id is not null`;
  return rows.map(({ place, takenBy }) => ({ input: published[place - 1] as DocumentInput, takenBy }));
}

/** Stores of published documents whether they meet their types. */
export async function markInvalid(
  tx: Sql,
  siteId: string,
  documents: readonly { contentType: string; name: string; locale: string; isInvalid: boolean }[],
): Promise<void> {
  const key = (each: { contentType: string; name: string; locale: string }) => JSON.stringify([each.contentType, each.name, each.locale]);
  const wanted = new Map(documents.map((each) => [key(each), each.isInvalid]));
  const marked = await tx<{ id: string; contentType: string; name: string; locale: string }>`
    select translations.id, translations.content_type as "contentType", documents.name, translations.locale
    from translations
    join documents on documents.site_id = ${siteId} and documents.id = translations.document_id
    where translations.site_id = ${siteId} and translations.is_invalid`;
  const valid = marked.filter((each) => wanted.get(key(each)) === false).map(({ id }) => id);
  if (valid.length > 0) await tx`update translations set is_invalid = false where site_id = ${siteId} and id = any (${valid}::uuid[])`;
  const invalid = documents.filter(({ isInvalid }) => isInvalid);
  if (invalid.length === 0) return;
  await tx`
    update translations set is_invalid = true
    from unnest(
      ${invalid.map(({ contentType }) => contentType)}::text[],
      ${invalid.map(({ name }) => name)}::text[],
      ${invalid.map(({ locale }) => locale)}::text[]
    ) as wanted (content_type, name, locale)
    join documents on documents.site_id = ${siteId} and documents.content_type = wanted.content_type and documents.name = wanted.name
    where translations.site_id = ${siteId}
      and translations.document_id = documents.id
      and translations.locale = wanted.locale
      and translations.published_version_id is not null
      and not translations.is_invalid`;
}

async function readStored(tx: Sql, siteId: string, inputs: readonly DocumentInput[]): Promise<Map<number, StoredTranslation>> {
  const rows = await tx<StoredTranslation & { place: number }>`
    select
      wanted.place::int as place,
      documents.id as "documentId",
      translations.id as "translationId",
      translations.slug,
      translations.title,
      links.published::text as references,
      translations.draft::text as draft,
      translations.draft_slug as "draftSlug",
      translations.draft_title as "draftTitle",
      translations.snapshot_at as "snapshotAt",
      translations.revision,
      translations.edited_by as "editedBy",
      translations.imported_revision as "importedRevision",
      translations.imported_version_id as "importedVersionId",
      links.draft::text as "draftReferences",
      translations.draft_updated_at as "draftUpdatedAt",
      translations.created_at as "createdAt",
      translations.published_version_id as "publishedVersionId",
      translations.published_at as "publishedAt",
      translations.first_published_at as "firstPublishedAt",
      versions.content::text as content,
      versions.created_at as "updatedAt",
      (
        select coalesce(max(earlier.number), 0)
        from versions as earlier
        where earlier.site_id = ${siteId} and earlier.translation_id = translations.id
      ) as "lastNumber"
    from unnest(
      ${inputs.map(({ contentType }) => contentType)}::text[],
      ${inputs.map(({ name }) => name)}::text[],
      ${inputs.map(({ locale }) => locale)}::text[]
    ) with ordinality as wanted (content_type, name, locale, place)
    join documents on documents.site_id = ${siteId}
      and documents.content_type = wanted.content_type
      and documents.name = wanted.name
    left join translations on translations.site_id = ${siteId}
      and translations.document_id = documents.id
      and translations.locale = wanted.locale
    left join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
    left join lateral (
      select
        json_agg(json_build_array(path, kind, target_id)) filter (where not is_draft) as published,
        json_agg(json_build_array(path, kind, target_id)) filter (where is_draft) as draft
      from content_references
      where content_references.site_id = ${siteId} and content_references.translation_id = translations.id
    ) as links on true`;
  return new Map(rows.map((row) => [row.place - 1, row]));
}

async function inSlices<Row>(rows: readonly Row[], work: (slice: readonly Row[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) await work(rows.slice(start, start + rowsAtOnce));
}

/** Gives published translations a slug that nothing else has, until they are saved: the unique index looks at each row at once. */
async function leaveSlugs(tx: Sql, siteId: string, translationIds: readonly string[]): Promise<void> {
  if (translationIds.length === 0) return;
  await tx`
    update translations set slug = id::text
    where site_id = ${siteId} and id = any (${translationIds}::uuid[])`;
}

async function upsertTranslations(tx: Sql, siteId: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into translations (
      site_id, id, document_id, content_type, locale, slug, title, draft, draft_slug, draft_title, draft_updated_at, snapshot_at,
      revision, edited_by, edited_at, published_version_id, published_at, first_published_at, created_at
    )
    select
      ${siteId}::uuid, id, document_id, content_type, locale, slug, title, draft::json, draft_slug, draft_title, draft_updated_at,
      snapshot_at, revision, edited_by, edited_at, published_version_id, published_at, first_published_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id uuid, document_id uuid, content_type text, locale text, slug text, title text, draft text, draft_slug text, draft_title text,
      draft_updated_at timestamptz, snapshot_at timestamptz, revision int, edited_by uuid, edited_at timestamptz, published_version_id uuid, published_at timestamptz, first_published_at timestamptz, created_at timestamptz
    )
    on conflict (site_id, id) do update set
      slug = excluded.slug,
      title = excluded.title,
      draft = excluded.draft,
      draft_slug = excluded.draft_slug,
      draft_title = excluded.draft_title,
      snapshot_at = excluded.snapshot_at,
      revision = excluded.revision,
      edited_by = excluded.edited_by,
      edited_at = excluded.edited_at,
      is_invalid = false,
      draft_updated_at = excluded.draft_updated_at,
      published_version_id = excluded.published_version_id,
      published_at = excluded.published_at,
      first_published_at = excluded.first_published_at`;
}

/** Stores what an import has written, for the next one to compare. */
async function noteImported(tx: Sql, siteId: string, rows: Readonly<Publication["imported"]>): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    update translations set
      imported_revision = noted.revision,
      imported_version_id = translations.published_version_id
    from (
      select
        given.id,
        case when given."ownsDraft" then translations.revision else coalesce(translations.imported_revision, 0) end as revision
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, "ownsDraft" boolean)
      join translations on translations.site_id = ${siteId} and translations.id = given.id
    ) as noted
    where translations.site_id = ${siteId} and translations.id = noted.id
      and (
        translations.imported_revision is distinct from noted.revision
        or translations.imported_version_id is distinct from translations.published_version_id
      )`;
}

async function insertVersions(tx: Sql, siteId: string, now: Date, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into versions (
      site_id, id, translation_id, number, kind, content, has_bindings, slug, title, revision, created_by, release_id, created_at
    )
    select
      ${siteId}::uuid, id, translation_id, number, kind, content::json, has_bindings, slug, coalesce(title, ''), revision, created_by, release_id,
      ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id uuid, translation_id uuid, number int, kind text, content text, has_bindings boolean, slug text, title text, revision int,
      created_by uuid, release_id uuid
    )`;
}

async function replaceReferences(tx: Sql, siteId: string, references: Readonly<Publication["references"]>): Promise<void> {
  if (references.length === 0) return;
  const translationIds = references.map(({ translationId }) => translationId);
  await tx`delete from content_references where site_id = ${siteId} and translation_id = any (${translationIds}::uuid[])`;
  const rows = references.flatMap((each) => each.rows);
  if (rows.length === 0) return;
  await tx`
    insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
    select ${siteId}::uuid, id, translation_id, is_draft, path, kind, target_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id uuid, translation_id uuid, is_draft boolean, path text, kind text, target_id uuid
    )`;
}
