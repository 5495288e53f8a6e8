import { Type, type Static } from "typebox";
import { NullablePerson } from "../../../../lib/admin/person.ts";
import { NullableFault } from "../../../../lib/admin/stored-fault.ts";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import type { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";
import { pageContentType } from "../../rendering/index.ts";
import { checkContents } from "./draft-errors.ts";
import { Draft, shownDraft, type DocumentKind } from "./draft.ts";
import { notFoundOf } from "./locked-document.ts";

export const translationStates = ["DRAFT", "PUBLISHED", "CHANGED"] as const;
export const TranslationState = Type.Enum([...translationStates], {
  description: "`DRAFT`: nothing is published. `PUBLISHED`: and nothing was changed since. `CHANGED`: published, with a newer draft.",
});

const Schedule = Type.Object(
  {
    publishAt: Nullable(Instant),
    unpublishAt: Nullable(Instant),
    revision: Type.Integer({ description: "The revision that will be published, even if the draft changes until then." }),
    by: NullablePerson,
    failure: Nullable(Type.String({ description: "Why it could not be done; null: it is still to come." })),
    fault: NullableFault,
  },
  { additionalProperties: false },
);

export const Translation = Type.Object(
  {
    id: Uuid,
    locale: Type.String({ examples: ["en"] }),
    state: TranslationState,
    revision: Type.Integer(),
    draft: Nullable(Draft),
    published: Nullable(
      Type.Object(
        { ...Draft.properties, publishedAt: Instant, firstPublishedAt: Instant },
        { additionalProperties: false, description: "The content that the public sees." },
      ),
    ),
    problems: Type.Array(
      Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() }, { additionalProperties: false }),
      {
        description:
          "The problems that block a publication, by JSON Pointers into the draft. For published content, its problems under the present types.",
      },
    ),
    scheduled: Nullable(Schedule),
    isInvalid: Type.Boolean({ description: "The published content no longer meets its types." }),
    editedBy: NullablePerson,
    updatedAt: Instant,
  },
  { $id: "Translation", additionalProperties: false },
);
export type Translation = Static<typeof Translation>;

export const Document = Type.Object(
  {
    id: Uuid,
    contentType: Type.String(),
    revision: Type.Integer(),
    createdAt: Instant,
    translations: Type.Array(Translation),
  },
  { $id: "Document", additionalProperties: false },
);
export type Document = Static<typeof Document>;

interface Row {
  documentId: string;
  contentType: string;
  documentRevision: number;
  documentCreatedAt: Date;
  id: string;
  locale: string;
  revision: number;
  slug: string;
  draftSlug: string | null;
  title: string;
  draftTitle: string;
  draft: string | null;
  published: string | null;
  publishedAt: Date | null;
  firstPublishedAt: Date | null;
  isInvalid: boolean;
  editedAt: Date;
  editor: { id: string; name: string } | null;
  scheduled: {
    publishAt: string | null;
    unpublishAt: string | null;
    revision: number;
    failure: string | null;
    fault: object | null;
    by: object | null;
  } | null;
}

/** A document with its translations, or with the one in a locale. Throws `page_not_found` or `entry_not_found`. */
export async function readDocument(
  sql: Sql,
  { contentChecks }: { contentChecks: SchemaCache },
  siteId: string,
  kind: DocumentKind,
  id: string,
  onlyLocale?: string,
): Promise<Document> {
  const rows = isUuid(id) ? await readRows(sql, siteId, id, onlyLocale ?? null) : [];
  const [first] = rows;
  if (!first || (kind === "page") !== (first.contentType === pageContentType)) throw notFoundOf(kind);
  // Published content is checked by its publication; a type that changed since marks it.
  const checked = rows.filter(({ draft, isInvalid }) => draft !== null || isInvalid);
  const contents = checked.map((row) => ({
    translationId: row.id,
    contentType: row.contentType,
    locale: row.locale,
    ...(row.draft === null ? { slug: row.slug, content: row.published ?? "{}" } : { slug: row.draftSlug ?? row.slug, content: row.draft }),
  }));
  const checks = await checkContents(sql, contentChecks, siteId, contents);
  return {
    id: first.documentId,
    contentType: first.contentType,
    revision: first.documentRevision,
    createdAt: first.documentCreatedAt.toISOString(),
    translations: rows.map((row) => translationOf(kind, row, checks[checked.indexOf(row)]?.errors ?? [])),
  };
}

/** The translation of a document in a locale, as a change of it answers. */
export async function readTranslation(
  sql: Sql,
  deps: { contentChecks: SchemaCache },
  siteId: string,
  kind: DocumentKind,
  { id, locale }: { id: string; locale: string },
): Promise<Translation> {
  const [translation] = (await readDocument(sql, deps, siteId, kind, id, locale)).translations;
  if (!translation) throw notFoundOf(kind);
  return translation;
}

function readRows(sql: Sql, siteId: string, id: string, onlyLocale: string | null): Promise<Row[]> {
  return sql<Row>`
    select
      documents.id as "documentId",
      documents.content_type as "contentType",
      documents.revision as "documentRevision",
      documents.created_at as "documentCreatedAt",
      translations.id,
      translations.locale,
      translations.revision,
      translations.slug,
      translations.draft_slug as "draftSlug",
      translations.title,
      translations.draft_title as "draftTitle",
      translations.draft::text as draft,
      versions.content::text as published,
      translations.published_at as "publishedAt",
      translations.first_published_at as "firstPublishedAt",
      translations.is_invalid as "isInvalid",
      translations.edited_at as "editedAt",
      (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = translations.edited_by) as editor,
      (
        select json_build_object(
          'publishAt', iso_instant(schedules.publish_at), 'unpublishAt', iso_instant(schedules.unpublish_at),
          'revision', schedules.revision, 'failure', schedules.failure,
          'fault', case when schedules.failure is not null then schedules.fault end,
          'by', (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = schedules.scheduled_by)
        )
        from schedules where schedules.site_id = ${siteId} and schedules.translation_id = translations.id
      ) as scheduled
    from documents
    join translations on translations.site_id = ${siteId} and translations.document_id = documents.id
    left join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
    where documents.site_id = ${siteId}
      and documents.id = ${id}
      and documents.trashed_at is null
      and (${onlyLocale}::text is null or translations.locale = ${onlyLocale}::text)
    order by translations.locale`;
}

export function stateOf({ hasDraft, isPublished }: { hasDraft: boolean; isPublished: boolean }): (typeof translationStates)[number] {
  if (!isPublished) return "DRAFT";
  return hasDraft ? "CHANGED" : "PUBLISHED";
}

function translationOf(kind: DocumentKind, row: Row, problems: Translation["problems"]): Translation {
  const { id, locale, revision, slug, draftSlug, title, draftTitle, draft, published, publishedAt, firstPublishedAt, isInvalid } = row;
  const publication =
    published !== null && publishedAt && firstPublishedAt
      ? {
          ...shownDraft(kind, { slug, title, content: published }),
          publishedAt: publishedAt.toISOString(),
          firstPublishedAt: firstPublishedAt.toISOString(),
        }
      : null;
  return {
    id,
    locale,
    revision,
    problems,
    isInvalid,
    state: stateOf({ hasDraft: draft !== null, isPublished: published !== null }),
    draft: draft === null ? null : shownDraft(kind, { slug: draftSlug ?? slug, title: draftTitle, content: draft }),
    published: publication,
    scheduled: row.scheduled as Translation["scheduled"],
    editedBy: row.editor,
    updatedAt: row.editedAt.toISOString(),
  };
}
