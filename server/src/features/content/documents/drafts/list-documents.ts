import { Type, type Static } from "typebox";
import { NullablePerson } from "../../../../lib/admin/person.ts";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { offsetOf, type Paging } from "../../../../lib/http/paging.ts";
import { foldedText } from "../../../../lib/search/search-text.ts";
import { piece, statement, type SqlPiece } from "../../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../../ports/database.ts";
import { pageContentType } from "../../rendering/index.ts";
import { stateOf, TranslationState } from "./document-view.ts";
import type { DocumentKind } from "./draft.ts";
import { fieldValues, ListedFields } from "./listed-fields.ts";

export const documentStatuses = ["draft", "published", "changed", "scheduled", "invalid", "trashed"] as const;
export const documentSorts = ["title", "slug", "updatedAt", "publishedAt"] as const;

/** A document of a list, with its locales in short. */
export const ListedDocument = Type.Object(
  {
    id: Uuid,
    contentType: Type.String(),
    revision: Type.Integer(),
    title: Type.String({ description: "In the requested locale; else in the site's default locale, or in the first one." }),
    slug: Type.String(),
    updatedAt: Instant,
    fields: Type.Optional(ListedFields),
    translations: Type.Array(
      Type.Object(
        {
          id: Uuid,
          locale: Type.String(),
          state: TranslationState,
          revision: Type.Integer(),
          slug: Type.String(),
          title: Type.String(),
          publishedAt: Nullable(Instant),
          updatedAt: Instant,
          isInvalid: Type.Boolean(),
          scheduled: Nullable(
            Type.Object(
              { publishAt: Nullable(Instant), unpublishAt: Nullable(Instant) },
              { additionalProperties: false, description: "The plans that are still to come. Null: there are none." },
            ),
          ),
          editedBy: NullablePerson,
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: "ListedDocument", additionalProperties: false },
);
export type ListedDocument = Static<typeof ListedDocument>;

export interface DocumentFilters {
  contentType: string | undefined;
  locale: string | undefined;
  status: (typeof documentStatuses)[number] | undefined;
  author: string | undefined;
  updatedSince: Date | undefined;
  ids: readonly string[] | undefined;
  /** Fields of the type to show, and the locale of the site in which they are if no other is asked for. */
  fields?: { names: readonly string[]; defaultLocale: string } | undefined;
  q: string | undefined;
  sort: (typeof documentSorts)[number];
  isDescending: boolean;
}

interface Row {
  id: string | null;
  contentType: string;
  revision: number;
  title: string;
  slug: string;
  updatedAt: Date | null;
  fields: ListedFields | null;
  total: number;
  translations: (Omit<ListedDocument["translations"][number], "state"> & { hasDraft: boolean; isPublished: boolean })[] | null;
}

/** The documents of a kind that meet the filters, and their number. */
export async function listDocumentsOf(
  sql: Sql,
  siteId: string,
  kind: DocumentKind,
  filters: DocumentFilters,
  paging: Paging,
): Promise<{ documents: ListedDocument[]; total: number }> {
  const order = orderOf(filters);
  const rows = await sql<Row>(
    ...statement`
      with found as materialized (
        select ${columns(filters)}
        from ${source(siteId, filters)}
        where ${conditions(siteId, kind, filters)}
      )
      select
        page.id,
        page.content_type as "contentType",
        page.revision,
        page.title,
        page.slug,
        page.updated_at as "updatedAt",
        counted.total,
        ${shownFields(siteId, filters)} as fields,
        (
          select json_agg(json_build_object(
            'id', each.id,
            'locale', each.locale,
            'revision', each.revision,
            'slug', case when each.draft is null then each.slug else coalesce(each.draft_slug, each.slug) end,
            'title', case when each.draft is null then each.title else each.draft_title end,
            'publishedAt', iso_instant(each.published_at),
            'updatedAt', iso_instant(each.edited_at),
            'isInvalid', each.is_invalid,
            'scheduled', (
              select json_build_object('publishAt', iso_instant(schedules.publish_at), 'unpublishAt', iso_instant(schedules.unpublish_at))
              from schedules
              where schedules.site_id = ${siteId} and schedules.translation_id = each.id and schedules.failed_at is null
            ),
            'hasDraft', each.draft is not null,
            'isPublished', each.published_version_id is not null,
            'editedBy', (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = each.edited_by)
          ) order by each.locale)
          from translations as each
          where each.site_id = ${siteId} and each.document_id = page.id
        ) as translations
      from (select count(*)::int as total from found) as counted
      left join lateral (
        select id, content_type, revision, title, slug, updated_at, published_at from found order by ${order} limit ${paging.pageSize} offset ${offsetOf(paging)}
      ) as page on true
      order by ${order}`,
  );
  const documents = rows.flatMap(({ total: _, id, updatedAt, translations, fields, ...row }): ListedDocument[] => {
    if (id === null || updatedAt === null) return [];
    const locales = (translations ?? []).map(({ hasDraft, isPublished, ...translation }) => {
      return { ...translation, state: stateOf({ hasDraft, isPublished }) };
    });
    return [{ ...row, id, updatedAt: updatedAt.toISOString(), ...(fields && { fields }), translations: locales }];
  });
  return { documents, total: rows[0]?.total ?? 0 };
}

function shownFields(siteId: string, { fields, locale }: DocumentFilters): SqlPiece {
  if (!fields) return piece`null::json`;
  return fieldValues(siteId, fields.names, [...(locale === undefined ? [] : [locale]), fields.defaultLocale]);
}

/** Of the document itself; with a locale, of its translation there. */
function columns({ locale }: DocumentFilters): SqlPiece {
  return locale === undefined
    ? piece`documents.id, documents.content_type, documents.revision, documents.title, documents.slug, documents.updated_at, documents.published_at`
    : piece`
        documents.id, documents.content_type, documents.revision,
        case when own.draft is null then own.title else own.draft_title end as title,
        case when own.draft is null then own.slug else coalesce(own.draft_slug, own.slug) end as slug,
        own.edited_at as updated_at, own.published_at`;
}

function source(siteId: string, { locale }: DocumentFilters): SqlPiece {
  return locale === undefined
    ? piece`documents`
    : piece`documents join translations as own on own.site_id = ${siteId} and own.document_id = documents.id and own.locale = ${locale}`;
}

function conditions(siteId: string, kind: DocumentKind, filters: DocumentFilters): SqlPiece {
  const { contentType, status, author, updatedSince, ids, q } = filters;
  const ofKind =
    kind === "page"
      ? piece`documents.content_type = ${pageContentType}`
      : contentType === undefined
        ? piece`documents.content_type <> ${pageContentType}`
        : piece`documents.content_type = ${contentType} and documents.content_type <> ${pageContentType}`;
  const inTrash = status === "trashed" ? piece`documents.trashed_at is not null` : piece`documents.trashed_at is null`;
  const pattern = `%${foldedText(q ?? "").replace(/[\\%_]/g, "\\$&")}%`;
  const parts = [
    piece`documents.site_id = ${siteId} and ${ofKind} and ${inTrash}`,
    ...(status === undefined || status === "trashed" ? [] : [hasStatus(siteId, status, filters)]),
    ...(author === undefined
      ? []
      : [
          piece`exists (
            select from translations as edited
            where edited.site_id = ${siteId} and edited.document_id = documents.id and edited.edited_by = ${author}::uuid
          )`,
        ]),
    ...(updatedSince === undefined ? [] : [piece`documents.updated_at >= ${updatedSince}`]),
    ...(ids === undefined ? [] : [piece`documents.id = any (${ids}::uuid[])`]),
    ...(q === undefined || q === "" ? [] : [piece`(base_letters(documents.title) like ${pattern} or documents.slug like ${pattern})`]),
  ];
  return parts.reduce((all, part) => piece`${all} and ${part}`);
}

/** Some translation of the document has it; with a locale, the one there. */
function hasStatus(siteId: string, status: (typeof documentStatuses)[number], { locale }: DocumentFilters): SqlPiece {
  const has = {
    draft: piece`own.published_version_id is null`,
    published: piece`own.published_version_id is not null and own.draft is null`,
    changed: piece`own.published_version_id is not null and own.draft is not null`,
    invalid: piece`own.is_invalid`,
    scheduled: piece`exists (
      select from schedules where schedules.site_id = ${siteId} and schedules.translation_id = own.id and schedules.failed_at is null
    )`,
    trashed: piece`true`,
  }[status];
  if (locale !== undefined) return has;
  return piece`exists (select from translations as own where own.site_id = ${siteId} and own.document_id = documents.id and ${has})`;
}

const titleOrder = piece`base_letters(title) collate "C"`;
const orders = {
  title: [piece`${titleOrder}, title collate "C", id`, piece`${titleOrder} desc, title collate "C" desc, id`],
  slug: [piece`slug, id`, piece`slug desc, id`],
  updatedAt: [piece`updated_at, id`, piece`updated_at desc, id`],
  publishedAt: [piece`published_at nulls last, id`, piece`published_at desc nulls last, id`],
} as const;

function orderOf({ sort, isDescending }: DocumentFilters): SqlPiece {
  return orders[sort][isDescending ? 1 : 0];
}
