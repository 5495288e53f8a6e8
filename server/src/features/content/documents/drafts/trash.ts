import { Type } from "typebox";
import { NullablePerson } from "../../../../lib/admin/person.ts";
import { Instant, Uuid } from "../../../../lib/http/envelope.ts";
import { offsetOf, type Paging } from "../../../../lib/http/paging.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import type { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { isUniqueViolation, type Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { recomputeDocuments } from "../publishing/recompute-documents.ts";
import { referencesOf, storedReferences } from "./draft-references.ts";
import { kindOf, type LockedDocument } from "./locked-document.ts";
import { changePublished, type Changing } from "../publishing/publish.ts";
import { secondEntry, singleEntryExists } from "./single-entry.ts";
import { readTypeSchemas } from "./type-schemas.ts";
import { replaceDraftReferences } from "./update-draft.ts";

export const trashedNotFound = problem("trashed_not_found", 404, "Document not found in the trash");

/** How long the trash keeps a document. */
export const trashDays = 30;

export const TrashedDocument = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum(["page", "entry"]),
    contentType: Type.String(),
    title: Type.String(),
    slugs: Type.Record(Type.String(), Type.String(), { description: "By locale: the slugs that it had." }),
    trashedAt: Instant,
    trashedBy: NullablePerson,
    removedAt: Type.Unsafe<string>({ ...Instant, description: "When it goes for good." }),
  },
  { $id: "TrashedDocument", additionalProperties: false },
);

/** Puts held documents into the trash: nothing of them is public, and their slugs are free. The transaction holds the site's row. */
export async function trashDocuments(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  documents: readonly LockedDocument[],
  changing: Changing,
): Promise<void> {
  const published = documents.flatMap(({ translations }) => translations.filter((each) => each.published !== null));
  if (published.length > 0) await changePublished(tx, ctx, { id: siteId }, { publish: [], unpublish: published }, changing);
  const ids = documents.map(({ id }) => id);
  const adminId = changing.actor.adminId ?? null;
  await tx`
    delete from content_references
    where site_id = ${siteId} and translation_id in (
      select translations.id from translations
      where translations.site_id = ${siteId} and translations.document_id = any (${ids}::uuid[])
    )`;
  await tx`
    delete from schedules
    where site_id = ${siteId} and translation_id in (
      select translations.id from translations
      where translations.site_id = ${siteId} and translations.document_id = any (${ids}::uuid[])
    )`;
  await tx`update translations set is_trashed = true where site_id = ${siteId} and document_id = any (${ids}::uuid[])`;
  await tx`
    update documents set
      trashed_at = ${ctx.now}, trashed_by = ${adminId}::uuid, name_before = name, name = id::text, revision = revision + 1
    where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  for (const { id, kind, title } of documents) {
    const target = { type: kind, id, label: title };
    await recordChange(tx, ctx, { actor: changing.actor, siteId, action: changing.action, target, removes: true });
  }
}

/** The documents in a site's trash, the latest first. */
export async function listTrashed(sql: Sql, siteId: string, paging: Paging) {
  const rows = await sql<{
    id: string;
    contentType: string;
    title: string;
    slugs: string | null;
    trashedAt: Date | null;
    trashedBy: { id: string; name: string } | null;
    total: number;
  }>`
    select
      documents.id,
      documents.content_type as "contentType",
      documents.title,
      (
        select json_object_agg(translations.locale, translations.slug) from translations
        where translations.site_id = ${siteId} and translations.document_id = documents.id
      )::text as slugs,
      documents.trashed_at as "trashedAt",
      (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = documents.trashed_by) as "trashedBy",
      count(*) over ()::int as total
    from documents
    where documents.site_id = ${siteId} and documents.trashed_at is not null
    order by documents.trashed_at desc, documents.id
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  const documents = rows.map(({ total: _, slugs, trashedAt, ...row }) => ({
    ...row,
    kind: kindOf(row.contentType),
    slugs: JSON.parse(slugs ?? "{}") as Record<string, string>,
    trashedAt: (trashedAt ?? new Date(0)).toISOString(),
    removedAt: removalOf(trashedAt ?? new Date(0)).toISOString(),
  }));
  return { documents, total: rows[0]?.total ?? 0 };
}

function removalOf(trashedAt: Date): Date {
  return new Date(trashedAt.getTime() + trashDays * 24 * 60 * 60_000);
}

interface Trashed {
  id: string;
  contentType: string;
  name: string;
  title: string;
}

/** Holds a document in the trash. Throws `trashed_not_found`. */
export async function lockTrashed(tx: Sql, siteId: string, id: string): Promise<Trashed> {
  const [trashedDocument] = await tx<Trashed>`
    select id, content_type as "contentType", coalesce(name_before, name) as name, title
    from documents where site_id = ${siteId} and id = ${id} and trashed_at is not null
    for update`;
  if (!trashedDocument) throw new ProblemError(trashedNotFound);
  return trashedDocument;
}

/**
 * Takes a held document out of the trash, as drafts: these may share a slug with other documents until they are published. Throws `single_entry_exists`.
 */
export async function restoreTrashed(
  tx: Sql,
  ctx: WriteContext,
  { contentChecks }: { contentChecks: SchemaCache },
  siteId: string,
  { id, contentType, name, title }: Trashed,
  slugs: Readonly<Record<string, string>>,
  changing: Changing,
): Promise<void> {
  await tx`
    update translations set
      is_trashed = false,
      slug = coalesce(${JSON.stringify(slugs)}::json ->> locale, slug),
      edited_at = ${ctx.now},
      edited_by = ${changing.actor.adminId ?? null}::uuid,
      revision = revision + 1
    where site_id = ${siteId} and document_id = ${id}`;
  const [untrashed] = await tx<{ id: string }>`
    update documents set trashed_at = null, trashed_by = null
    where site_id = ${siteId} and id = ${id} and not (is_single and exists (
      select from documents as others
      where others.site_id = ${siteId} and others.content_type = ${contentType} and others.is_single and others.trashed_at is null
    ))
    returning id`.catch((error: unknown) => {
    // Somebody has made another one at the same time.
    throw isUniqueViolation(error) ? new ProblemError(singleEntryExists) : error;
  });
  if (!untrashed) throw await secondEntry(tx, siteId, contentType);
  // Another document may have taken the name meanwhile: this one keeps its id as a name.
  await tx`
    update documents set name = ${name}, name_before = null
    where site_id = ${siteId} and id = ${id} and not exists (
      select from documents as others where others.site_id = ${siteId} and others.content_type = ${contentType} and others.name = ${name}
    )`;
  const drafts = await tx<{ id: string; draft: string }>`
    select id, coalesce(draft, '{}'::json)::text as draft from translations where site_id = ${siteId} and document_id = ${id}`;
  const contents = drafts.map(({ draft }) => ({ contentType, content: draft }));
  const types = await readTypeSchemas(tx, contentChecks, siteId, contents);
  for (const { id: translationId, draft } of drafts) {
    const references = await storedReferences(tx, siteId, referencesOf(types, { contentType, content: draft }));
    await replaceDraftReferences(tx, ctx, siteId, translationId, references);
  }
  await recomputeDocuments(tx, siteId, [id]);
  const target = { type: kindOf(contentType), id, label: title };
  await recordChange(tx, ctx, { actor: changing.actor, siteId, action: changing.action, target });
}

/** Removes a held document for good, with its versions. */
export async function removeTrashed(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { id, contentType, title }: Trashed,
  changing: Changing,
): Promise<void> {
  await tx`delete from documents where site_id = ${siteId} and id = ${id} and trashed_at is not null`;
  const target = { type: kindOf(contentType), id, label: title };
  await recordChange(tx, ctx, { actor: changing.actor, siteId, action: changing.action, target, removes: true });
}
