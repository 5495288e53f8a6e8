import { Type, type Static } from "typebox";
import { Instant } from "../../../lib/http/envelope.ts";
import { compileSchema } from "../../../lib/json-schema/json-schema.ts";
import type { Sql } from "../../../ports/database.ts";
import { contentTypeNotFound, pageContentType, typesTag } from "../rendering/index.ts";
import { saveContentTypes } from "./save-types.ts";
import { singleErrors } from "./single-types.ts";
import { findAffected } from "./affected-contents.ts";
import { readSchema } from "./read-schema.ts";
import { checksByName } from "./type-checks.ts";
import { contentTypeErrors } from "./type-errors.ts";
import { JsonObject, TypeTitle, type TypeKind, type TypeUse } from "./type-kind.ts";

const words = {
  title: TypeTitle,
  schema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "JSON Schema 2020-12 of an entry's data." }),
};
const uiSchema = Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "How an editor shows the fields." });
const single = Type.Boolean({ description: "The type has one entry, such as the site's settings." });

/** A content type as it is written: a whole. */
export const ContentTypeInput = Type.Object(
  { ...words, uiSchema: Type.Optional(uiSchema), single: Type.Optional(single) },
  { additionalProperties: false },
);
export type ContentTypeInput = Static<typeof ContentTypeInput>;

export const EditedContentType = Type.Object(
  { type: Type.String(), ...words, uiSchema, single, revision: Type.Integer(), createdAt: Instant, updatedAt: Instant },
  { $id: "EditedContentType", additionalProperties: false },
);
export type EditedContentType = Static<typeof EditedContentType>;

type ContentTypeRow = Omit<EditedContentType, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

function toContentType({ createdAt, updatedAt, ...row }: ContentTypeRow): EditedContentType {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** A page of the site's content types, ordered by name, without the one of pages. */
export async function readContentTypes(sql: Sql, siteId: string, limit: number, offset: number): Promise<EditedContentType[]> {
  const rows = await sql<ContentTypeRow>`
    select slug as type, title, schema, ui_schema as "uiSchema", is_single as single, revision, created_at as "createdAt", updated_at as "updatedAt"
    from content_types where site_id = ${siteId} and not built_in
    order by slug limit ${limit} offset ${offset}`;
  return rows.map(toContentType);
}

const mostShown = 100;

export const contentTypeKind: TypeKind<ContentTypeInput, EditedContentType> = {
  targetType: "contentType",
  notFound: contentTypeNotFound,
  nameFault: (name) => (name === pageContentType ? "is the built-in type of pages" : undefined),
  errors: contentTypeErrors,
  read: async (sql, siteId, name) => {
    const [row] = await sql<ContentTypeRow>`
      select slug as type, title, schema, ui_schema as "uiSchema", is_single as single, revision, created_at as "createdAt", updated_at as "updatedAt"
      from content_types where site_id = ${siteId} and slug = ${name} and not built_in`;
    return row && toContentType(row);
  },
  count: async (sql, siteId) => {
    const [row] = await sql<{ total: number }>`
      select count(*)::int as total from content_types where site_id = ${siteId} and not built_in`;
    return row?.total ?? 0;
  },
  findAffected: async (tx, siteId, contentType, { schema }, { marks }) => {
    const storedSchema = await readSchema(tx, siteId, contentType);
    const before = checksByName(new Map(storedSchema ? [[contentType, storedSchema]] : []))(contentType) ?? (() => []);
    const after = compileSchema(schema);
    const parsed = (check: typeof after) => (content: string) => check(JSON.parse(content));
    const checks = { before: parsed(before), after: parsed(after) };
    // The data of every entry is an object.
    return findAffected(tx, siteId, { contentType, text: "{", checks, marks });
  },
  errorsOfUse: async (tx, siteId, contentType, { single: isSingle = false }) =>
    isSingle ? await singleErrors(tx, siteId, contentType) : [],
  save: async (tx, ctx, siteId, slug, { single: isSingle = false, ...input }) => {
    await saveContentTypes(tx, ctx, siteId, [{ slug, uiSchema: {}, ...input, isSingle }]);
  },
  findUses: async (tx, siteId, contentType) => {
    const rows = await tx<{ document: string; locale: string; state: string; total: number }>`
      select
        document_id as document, locale, case when published_version_id is null then 'DRAFT' else 'PUBLISHED' end as state,
        count(*) over ()::int as total
      from translations
      where site_id = ${siteId} and content_type = ${contentType}
      order by document_id, locale
      limit ${mostShown}`;
    return { uses: rows.map(({ total: _, ...use }) => use as TypeUse), total: rows[0]?.total ?? 0 };
  },
  remove: async (tx, { touched }, siteId, contentType) => {
    await tx`delete from content_types where site_id = ${siteId} and slug = ${contentType} and not built_in`;
    touched.add(typesTag);
  },
};
